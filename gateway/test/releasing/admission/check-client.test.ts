import type { Warning } from '@voltframe/kit/contract/operations/verdict';
import { expect, test, onTestFinished } from 'vitest';
import {
  createClientCheck,
  resolveImport,
  createSourceParser,
  SCRIPT_LENGTH,
} from '../../../src/releasing/admission/check-client.ts';
import { type FixtureRelease, remoteRelease, sha256, shellRelease } from '../../fixtures/fixture-release.ts';

async function check({ release, files }: FixtureRelease, signal = new AbortController().signal) {
  const bodies = new Map([...files.values()].map((body) => [sha256(body), body]));
  const read: string[] = [];
  const checkClient = createClientCheck(
    async (name) => (read.push(name), Buffer.from(bodies.get(name)!)),
    60_000,
  );
  const served = { releases: { [release.app]: release } } as never;
  const warnings: Warning[] = [];
  const warn = (warning: Warning): void => void warnings.push(warning);
  const candidate = { served, changed: new Set([release.app]), live: undefined, signal, warn };
  const findings = await checkClient(candidate);
  const first = read.length;
  await checkClient({ ...candidate, warn() {} });
  return { findings, warnings, read: first, readAgain: read.length - first };
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
  [
    'names the file of a shared library of another app',
    `export const needs = { page: ['/assets/-/${'0'.repeat(64)}.js'] };`,
    'ADMISSION_CLIENT_IMPORT',
  ],
])('a script that %s is refused', async (_, text, code) => {
  const { findings } = await check(client('page.0000000003.js', text));
  expect(findings).toMatchObject([{ app: 'docs', code }]);
});

test.each([
  `navigator.serviceWorker.register('/docs/sw.js')`,
  `window.navigator?.serviceWorker?.register('/docs/sw.js')`,
  `navigator['serviceWorker']['register']('/docs/sw.js')`,
  `const workers = navigator.serviceWorker; workers.register('/docs/sw.js')`,
  `const { serviceWorker: workers } = navigator; workers.register('/docs/sw.js')`,
])('a script that registers a service worker is refused: %s', async (text) => {
  const { findings } = await check(client('page.0000000003.js', `export {};\n${text};`));
  expect(findings).toMatchObject([
    {
      app: 'docs',
      code: 'ADMISSION_SERVICE_WORKER',
      reason: 'page.0000000003.js, line 2 registers a service worker',
    },
  ]);
});

test('a script that only looks for service workers passes', async () => {
  const text = `if ('serviceWorker' in navigator) navigator.serviceWorker.getRegistrations(); forms.register('a');`;
  expect((await check(client('page.0000000003.js', text))).findings).toEqual([]);
});

test('a script that does later what the policy of its pages refuses is a warning, once for each use', async () => {
  const uses =
    'export const load = () => WebAssembly.compile(bytes); export const run = (text) => eval(text);';
  const { findings, warnings } = await check(
    remoteRelease({ client: { 'page.0000000003.js': uses, 'part.0000000004.js': uses } }),
  );
  expect(findings).toEqual([]);
  expect(warnings).toMatchObject([
    {
      code: 'ADMISSION_POLICY_NEED',
      owner: 'docs',
      reason:
        'page.0000000003.js, line 1 compiles WebAssembly, which the policy of the pages refuses; ' +
        `csp: { 'script-src': ["'wasm-unsafe-eval'"] } permits it`,
    },
    { reason: expect.stringContaining('line 1 evaluates a text as code') },
  ]);
});

test('styles of the app pass, and files that passed are not read a second time', async () => {
  const own = client('page.0000000003.css', '@layer remotes.docs { .docs_a { color: red } }');
  const { findings, read, readAgain } = await check(own);
  expect([findings, read > 0, readAgain]).toEqual([[], true, 0]);
});

test('a stylesheet that loads a picture of another site is refused, unless its origin is declared', async () => {
  const own = client(
    'page.0000000003.css',
    '@layer remotes.docs { .docs_a { background: url(https://a.example/b.png) } }',
  );
  expect((await check(own)).findings).toMatchObject([
    {
      code: 'ADMISSION_STYLES',
      reason: expect.stringContaining('the file https://a.example/b.png of another site'),
    },
  ]);
  own.release.routes[0]!.csp = { 'img-src': ['https://a.example'] };
  expect((await check(own)).findings).toEqual([]);
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

function openParser(timeoutMs = 60_000) {
  const parser = createSourceParser(timeoutMs);
  onTestFinished(parser.end);
  return parser;
}

test('a script that takes too long is refused', async () => {
  const slow = openParser(1).script(`${'['.repeat(2_000)}${'1,'.repeat(2_000_000)}`);
  expect(await slow).toEqual({ ok: false, reason: 'it cannot be read: it takes longer than 1 ms' });
});

test('parsing a large script does not block the event loop', async () => {
  const parser = openParser();
  let turns = 0;
  const ticking = setInterval(() => turns++, 1);
  onTestFinished(() => clearInterval(ticking));
  await parser.script(`[${'1,'.repeat(1_000_000)}]`);
  expect(turns).toBeGreaterThan(3);
});

test('a script that is nested too deeply or too long is refused, and the parser continues', async () => {
  const parser = openParser();
  expect(await parser.script('('.repeat(1_000_000))).toMatchObject({ ok: false });
  expect(await parser.script(' '.repeat(SCRIPT_LENGTH + 1))).toMatchObject({ ok: false });
  expect(await parser.script('export {}')).toEqual({ ok: true, imports: [], needs: [] });
});

test('a script that is being parsed when the parser ends is refused', async () => {
  const parser = openParser();
  const read = parser.script(`[${'1,'.repeat(2_000_000)}]`);
  await Promise.resolve();
  parser.end();
  expect(await read).toEqual({ ok: false, reason: 'it cannot be read: the thread has ended' });
});

test('a stylesheet is parsed in the thread, and a selector outside of the app is reported with its line', async () => {
  const parser = openParser();
  const css = '@layer remotes.docs {\n.docs_a { color: red }\nh1 { color: red }\n}';
  expect(await parser.styles(css, 'docs', [])).toEqual([
    { line: 3, reason: expect.stringContaining('the selector h1') },
  ]);
  expect(await parser.styles('a'.repeat(1_000_001), 'docs', [])).toEqual([
    { line: 1, reason: 'it is longer than 1000000 characters' },
  ]);
});

test('every import with a literal specifier is found', async () => {
  const parser = openParser();
  const script = `
    import a from './a.js';
    import './b.js';
    export { c } from './c.js';
    export * from './d.js';
    export const later = () => [import('./e.js'), import('./a.js'), import(\`./\${name}.js\`)];
    // import './comment.js'
    export const text = "import './text.js'";`;
  expect(await parser.script(script)).toEqual({
    ok: true,
    imports: ['./a.js', './b.js', './c.js', './d.js', './e.js'],
    needs: [],
  });
});

test.each([
  ['too many modules', Array.from({ length: 1_001 }, (_, at) => `import './${at}.js';`).join('\n'), /1000/],
  ['a name that is too long', `import './${'x'.repeat(2_001)}.js'`, /2000 characters/],
])('a script that imports %s is refused', async (_, script, reason) => {
  const parser = openParser();
  expect(await parser.script(script)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
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
