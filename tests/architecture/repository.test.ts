import { describe, expect, test } from 'vitest';
import { orphanedTests, ownVersions, places } from './repository.ts';
import { sourceFiles } from './source-files.ts';

const plant = (path: string, text = ''): { path: string; text: string } => ({ path, text });

describe('dependencies of the packages', () => {
  test('are reported when they have a version of their own', () => {
    const manifest = plant(
      'mfe-blog/package.json',
      '{"dependencies": {"react": "^19.0.0", "zod": "catalog:"}}',
    );
    expect(ownVersions(manifest)).toEqual(['mfe-blog/package.json: react ^19.0.0']);
  });

  test('come from the catalog or the workspace', () => {
    const manifests = sourceFiles('package.json', '{kit,enquiries,gateway,shell,mfe-*,tests}/package.json');
    expect(manifests.length).toBeGreaterThan(5);
    expect(manifests.flatMap(ownVersions)).toEqual([]);
  });
});

test('kit, enquiries and gateway have one version, which is first in the CHANGELOG and which the gateway reports', () => {
  const manifests = sourceFiles('{kit,enquiries,gateway}/package.json').map(
    ({ text }) => JSON.parse(text) as { version: string },
  );
  const [changelog] = sourceFiles('CHANGELOG.md').map(({ text }) => /^## ([\d.]+)/m.exec(text)?.[1]);
  const [own] = sourceFiles('gateway/src/platform/version.ts').map(({ text }) => /'(\S+)'/.exec(text)?.[1]);
  const versions = [...manifests.map(({ version }) => version), changelog, own];
  expect(versions).toEqual(Array.from({ length: 5 }, () => own));
});

describe('registry addresses and folders of one machine', () => {
  // Joined from parts, so that this file does not violate the rule.
  const planted = [
    ['"resolved": "https://', 'registry.npmjs.org/react/-/react-19.0.0.tgz"'],
    ['cd /', 'work/main'],
    ['file:///', 'root/site/index.html'],
    ['cp /', 'home/jo/site .'],
  ].map((parts) => parts.join(''));

  test.each(planted)('are reported in %s', (text) => {
    expect(places(plant('docs/notes.md', text))).not.toEqual([]);
  });

  test('are in no file of the repository', () => {
    const files = sourceFiles(
      '*',
      '.*',
      '{.ci,docs,scripts,kit,enquiries,gateway,shell,mfe-*,tests,tools,docker}/**',
    );
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap(places)).toEqual([]);
  });
});

describe('test files', () => {
  test('are reported when no vitest project runs them', () => {
    const tests = [plant('mfe-new/test/a.test.ts'), plant('kit/test/b.test.ts')];
    expect(orphanedTests(tests, [plant('vitest.config.ts'), plant('kit/vitest.config.ts')])).toEqual([
      'mfe-new/test/a.test.ts',
    ]);
  });

  test('are all run by a vitest project', () => {
    const tests = sourceFiles('**/*.test.{ts,tsx}');
    expect(tests.length).toBeGreaterThan(0);
    expect(orphanedTests(tests, sourceFiles('*/vitest.config.ts', 'tests/*/vitest.config.ts'))).toEqual([]);
  });
});
