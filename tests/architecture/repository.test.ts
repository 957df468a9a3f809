import { describe, expect, test } from 'vitest';
import { orphanedTests, ownVersions, places } from './repository.ts';
import { sourceFiles } from './source-files.ts';

const plant = (path: string, text = ''): { path: string; text: string } => ({ path, text });

describe('every dependency is in the catalog or of the workspace', () => {
  test('sees a version of its own', () => {
    const manifest = plant(
      'mfe-blog/package.json',
      '{"dependencies": {"react": "^19.0.0", "zod": "catalog:"}}',
    );
    expect(ownVersions(manifest)).toEqual(['mfe-blog/package.json: react ^19.0.0']);
  });

  test('holds in the repository', () => {
    const manifests = sourceFiles('package.json', '{kit,enquiries,gateway,shell,mfe-*,tests}/package.json');
    expect(manifests.length).toBeGreaterThan(5);
    expect(manifests.flatMap(ownVersions)).toEqual([]);
  });
});

test('kit, enquiries and gateway have one version, which the CHANGELOG begins with and the gateway announces', () => {
  const manifests = sourceFiles('{kit,enquiries,gateway}/package.json').map(
    ({ text }) => JSON.parse(text) as { version: string },
  );
  const [changelog] = sourceFiles('CHANGELOG.md').map(({ text }) => /^## ([\d.]+)/m.exec(text)?.[1]);
  const [own] = sourceFiles('gateway/src/platform/version.ts').map(({ text }) => /'(\S+)'/.exec(text)?.[1]);
  const versions = [...manifests.map(({ version }) => version), changelog, own];
  expect(versions).toEqual(Array.from({ length: 5 }, () => own));
});

describe('no file names a registry or a folder of somebody’s machine', () => {
  // Put together here, so that this file does not violate the rule itself.
  const planted = [
    ['"resolved": "https://', 'registry.npmjs.org/react/-/react-19.0.0.tgz"'],
    ['cd /', 'work/main'],
    ['file:///', 'root/site/index.html'],
    ['cp /', 'home/jo/site .'],
  ].map((parts) => parts.join(''));

  test.each(planted)('sees %s', (text) => {
    expect(places(plant('docs/notes.md', text))).not.toEqual([]);
  });

  test('holds in the repository', () => {
    const files = sourceFiles(
      '*',
      '.*',
      '{.ci,docs,scripts,kit,enquiries,gateway,shell,mfe-*,tests,tools,docker}/**',
    );
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap(places)).toEqual([]);
  });
});

describe('every test file is run by a vitest project', () => {
  test('sees one that is not', () => {
    const tests = [plant('mfe-new/test/a.test.ts'), plant('kit/test/b.test.ts')];
    expect(orphanedTests(tests, [plant('vitest.config.ts'), plant('kit/vitest.config.ts')])).toEqual([
      'mfe-new/test/a.test.ts',
    ]);
  });

  test('holds in the repository', () => {
    const tests = sourceFiles('**/*.test.{ts,tsx}');
    expect(tests.length).toBeGreaterThan(0);
    expect(orphanedTests(tests, sourceFiles('*/vitest.config.ts', 'tests/*/vitest.config.ts'))).toEqual([]);
  });
});
