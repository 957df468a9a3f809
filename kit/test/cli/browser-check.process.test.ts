import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { hydratePage } from '../../src/cli/browser-check.ts';
import { describeRelease, writeReleaseFolder } from '../packaging/fixtures/releases.ts';
import { againstGateway } from './fixtures/against-gateway.ts';
import { OPERATOR } from './fixtures/fake-gateway.ts';
import { runMfe } from './fixtures/run-mfe.ts';
import { createStubWorkspace } from './fixtures/stub-workspace.ts';

/** Every page hydrates; that of the blog logs an error, and all log the file of the gateway's upstreams. */
const FAKE_PLAYWRIGHT = `
const page = () => {
  const on = {};
  return {
    on: (event, handler) => (on[event] = handler),
    async goto(url) {
      const { env } = await (await fetch(url)).json();
      if (env.UPSTREAMS) on.console({ type: () => 'error', text: () => 'UPSTREAMS ' + env.UPSTREAMS });
      if (url.endsWith('/blog')) on.console({ type: () => 'error', text: () => 'Text did not match' });
      return { status: () => 200 };
    },
    mouse: { move: async () => {} },
    waitForSelector: async () => {},
    getAttribute: async () => 'false',
    close: async () => {},
  };
};
exports.default = exports;
exports.chromium = {
  executablePath: () => '',
  async launch({ executablePath }) {
    if (executablePath !== process.execPath) throw new Error('no room\\nstack');
    return { newPage: async () => page(), close: async () => {} };
  },
};
`;

const against = againstGateway();
const { root } = createStubWorkspace();
afterAll(() => rmSync(root, { recursive: true, force: true }));
mkdirSync(path.join(root, 'tests/node_modules/playwright'), { recursive: true });
writeFileSync(path.join(root, 'tests/package.json'), '{}');
writeFileSync(path.join(root, 'tests/node_modules/playwright/index.js'), FAKE_PLAYWRIGHT);
beforeEach(() => {
  for (const app of ['legal', 'blog']) writeReleaseFolder(root, app);
});

const check = (cwd: string, chromium = process.execPath) =>
  runMfe(['check', path.join(root, 'legal'), path.join(root, 'blog'), '--browser', '--json'], {
    cwd,
    env: { MFE_GATEWAY: against.gateway.url, MFE_TOKEN: OPERATOR, CHROMIUM_PATH: chromium },
  });

it('opens the pages of each release, and fails for pages with problems', async () => {
  const { code, out } = await check(root);
  const { pages } = JSON.parse(out) as { pages: object[] };
  expect([code, pages]).toEqual([
    1,
    [
      { path: describeRelease('legal').routes[0]!.path, problems: [] },
      { path: describeRelease('blog').routes[0]!.path, problems: ['console: Text did not match'] },
    ],
  ]);
});

it('asks the backends in the file of the current folder', async () => {
  const file = path.join(root, '.mfe/upstreams.yml');
  mkdirSync(path.dirname(file));
  writeFileSync(file, '');
  const { pages } = JSON.parse((await check(root)).out) as { pages: { problems: string[] }[] };
  rmSync(path.dirname(file), { recursive: true });
  expect(pages.map(({ problems }) => problems[0])).toEqual(Array(2).fill(`console: UPSTREAMS ${file}`));
});

it('reports a browser that does not start, on one line', async () => {
  const { code, out } = await check(root, path.join(root, 'pnpm-workspace.yaml'));
  expect([code, JSON.parse(out)]).toEqual([1, expect.objectContaining({ code: 'CLI_NO_BROWSER' })]);
  expect(out).toContain('no room');
  expect(out).not.toContain('stack');
});

it('fails without a gateway in the checkout or the packages', async () => {
  expect(JSON.parse((await check('/')).out)).toMatchObject({ code: 'CLI_NO_GATEWAY' });
});

type Browser = Parameters<typeof hydratePage>[0];
type Handler = (argument: never) => void;
type Fire = (event: string, argument: object) => void;

/** A browser whose page runs `happens` while it loads, and has the state `hydrating` at the end. */
function browserWhere(
  happens: (fire: Fire) => void,
  hydrating: string | Error,
): Browser & { closed: number } {
  const browser = { closed: 0 } as Browser & { closed: number };
  browser.newPage = async () => {
    const handlers = new Map<string, Handler>();
    return {
      on: (event: string, handler: Handler) => handlers.set(event, handler),
      goto: async () => (happens((event, argument) => handlers.get(event)?.(argument as never)), null),
      mouse: { move: async () => {} },
      waitForSelector: async () => {
        if (hydrating instanceof Error) throw hydrating;
      },
      getAttribute: async () => hydrating,
      close: async () => void browser.closed++,
    } as never;
  };
  return browser;
}

const console = (type: string, text: string) => (fire: Fire) => {
  for (let n = 0; n < 2; n++) fire('console', { type: () => type, text: () => text });
};
const response = { url: () => 'http://site.test/assets/blog/a.js', status: () => 404 };
const report = { url: () => 'http://site.test/-/reports', postData: () => '{"kind":"hydration"}' };

it.each<[happens: string, fires: (fire: Fire) => void, state: string | Error, problems: string[]]>([
  ['a hydration without errors', () => {}, 'false', []],
  ['an error on the console, twice', console('error', 'Did not match'), 'false', ['console: Did not match']],
  ['a message on the console', console('info', 'hello'), 'false', []],
  ['an uncaught error', (fire) => fire('pageerror', new Error('x')), 'false', ['uncaught: x']],
  [
    'a missing script',
    (fire) => fire('response', response),
    'off',
    ['404 for /assets/blog/a.js', 'it did not hydrate'],
  ],
  ['a report to the gateway', (fire) => fire('request', report), 'false', ['reported: {"kind":"hydration"}']],
  [
    'a hydration that times out',
    () => {},
    new Error('Timeout exceeded.\nCall log'),
    ['it did not hydrate: Timeout exceeded.'],
  ],
])('reports the problems of %s', async (_, fires, state, problems) => {
  const browser = browserWhere(fires, state);
  expect(await hydratePage(browser, 'http://site.test/blog')).toEqual(problems);
  expect(browser.closed).toBe(1);
});
