import { expect, test } from 'vitest';
import { createClientCheck, resolveImport } from '../../../src/releasing/admission/check-client.ts';
import { type FixtureRelease, remoteRelease, sha256, shellRelease } from '../../fixtures/fixture-release.ts';

async function check({ release, files }: FixtureRelease, signal = new AbortController().signal) {
  const bodies = new Map([...files.values()].map((body) => [sha256(body), body]));
  const read: string[] = [];
  const checkClient = createClientCheck(
    async (name) => (read.push(name), Buffer.from(bodies.get(name)!)),
    60_000,
  );
  const served = { releases: { [release.app]: release } } as never;
  const candidate = { served, changed: new Set([release.app]), live: undefined, signal };
  const findings = await checkClient(candidate);
  const first = read.length;
  await checkClient(candidate);
  return { findings, read: first, readAgain: read.length - first };
}
const client = (name: string, text: string) => remoteRelease({ client: { [name]: text } });
const HOSTILE = 'header { display: none } h1 { color: red }';

test.each(['page.0000000003.css', 'page.0000000003.CSS'])(
  'styles for elements of other apps are refused in %s, by file and line',
  async (name) => {
    const { findings } = await check(client(name, `@layer remotes.docs {\n${HOSTILE}\n}`));
    expect(findings).toMatchObject([
      {
        app: 'docs',
        code: 'ADMISSION_STYLES',
        reason: expect.stringContaining(`client/${name}, line 2: the selector header`),
      },
      { reason: expect.stringContaining('the selector h1') },
    ]);
  },
);

test.each([
  ['does not parse', '}{', 'ADMISSION_CLIENT_SYNTAX'],
  ['imports a missing file', `import './nowhere.js'`, 'ADMISSION_CLIENT_IMPORT'],
])('a script that %s is refused', async (_, text, code) => {
  const { findings } = await check(client('page.0000000003.js', text));
  expect(findings).toMatchObject([{ app: 'docs', code }]);
});

test('styles of the app pass, and files that passed are not read a second time', async () => {
  const own = client('page.0000000003.css', '@layer remotes.docs { .docs_a { color: red } }');
  const { findings, read, readAgain } = await check(own);
  expect([findings, read > 0, readAgain]).toEqual([[], true, 0]);
});

test('styles of the shell may select any element', async () => {
  const { findings } = await check(shellRelease({ client: { 'page.0000000003.css': HOSTILE } }));
  expect(findings).toEqual([]);
});

test('no file is read after the end of the admission', async () => {
  const { findings, read } = await check(client('page.0000000003.css', HOSTILE), AbortSignal.abort());
  expect([findings, read]).toEqual([[], 0]);
});

test.each([
  ['./b.js', '/assets/docs/b.0123456789.js'],
  ['../docs/b.js', '/assets/docs/b.0123456789.js'],
  ['/assets/docs/b.js', '/assets/docs/b.0123456789.js'],
  ['./c.js', '/assets/docs/c.js'],
  ['react', undefined],
  ['//elsewhere.example/a.js', undefined],
  ['https://elsewhere.example/a.js', undefined],
])('a script of /assets/docs that imports %s requests %s', (specifier, url) => {
  const imports = { '/assets/docs/b.js': '/assets/docs/b.0123456789.js' };
  expect(resolveImport(specifier, '/assets/docs/a.js', imports)).toBe(url);
});
