import { expect, test } from 'vitest';
import { createClientCheck } from '../../../src/releasing/admission/check-client.ts';
import { checkClientFiles, client } from '../../fixtures/client-check.ts';
import { remoteRelease, sha256, shellRelease } from '../../fixtures/fixture-release.ts';

const HOSTILE = 'header { display: none } h1 { color: red }';

test.each(['page.0000000003.css', 'page.0000000003.CSS'])(
  'styles for elements of other apps are refused in %s, by file and line',
  async (name) => {
    const { findings } = await checkClientFiles(client(name, `@layer remotes.docs {\n${HOSTILE}\n}`));
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

test('a stylesheet that loads a picture of another site is refused, unless its origin is declared', async () => {
  const own = client(
    'page.0000000003.css',
    '@layer remotes.docs { .docs_a { background: url(https://a.example/b.png) } }',
  );
  expect((await checkClientFiles(own)).findings).toMatchObject([
    {
      code: 'ADMISSION_STYLES',
      reason: expect.stringContaining('the file https://a.example/b.png of another site'),
    },
  ]);
  own.release.routes[0]!.csp = { 'img-src': ['https://a.example'] };
  expect((await checkClientFiles(own)).findings).toEqual([]);
});

test('styles of the shell may select any element', async () => {
  const { findings } = await checkClientFiles(shellRelease({ client: { 'page.0000000003.css': HOSTILE } }));
  expect(findings).toEqual([]);
});

test.each([
  ['another app uses', '.news_a { color: var(--tw-x) }', ['docs']],
  ['another app registers otherwise', '@property --tw-x { syntax: "*"; inherits: true }', ['docs']],
  ['another app registers equally', '@property --tw-x {inherits:false;syntax:"*"} .news_a {--tw-x: 1}', []],
  ['no other app uses', '.news_a { color: red }', []],
])('a registered custom property that %s', async (_, css, refused) => {
  const sheet = 'page.0000000003.css';
  const docs = client(sheet, '@layer remotes.docs { @property --tw-x { syntax: "*"; inherits: false } }');
  const news = remoteRelease({ app: 'news', client: { [sheet]: `@layer remotes.news { ${css} }` } });
  const bodies = new Map(
    [...docs.files.values(), ...news.files.values()].map((body) => [sha256(body), body]),
  );
  const checkClient = createClientCheck(async (name) => Buffer.from(bodies.get(name)!), 60_000);
  const served = { releases: { docs: docs.release, news: news.release } } as never;
  const { signal } = new AbortController();
  const findings = await checkClient({ served, changed: new Set(['docs']), live: undefined, signal });
  expect(findings.map(({ app }) => app)).toEqual(refused);
});
