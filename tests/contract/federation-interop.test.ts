import { type Browser, type Page, chromium } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Listener, listen } from '../bench/support/listener.ts';
import { findChromium } from '../browser/find-chromium.ts';
import { type Files, buildRemote, buildShell } from './federation-build.ts';

/** Properties of `globalThis` that the fixtures set. */
interface Fixture {
  host: {
    shared: Record<string, unknown>;
    loadPage(change?: (scope: Scope) => Scope): Promise<{ Component: { used: Record<string, unknown> } }>;
  };
  routerEvaluations: number;
  __FEDERATION__: { __INSTANCES__: Instance[] };
}
type Scope = Record<string, Record<string, object>>;
interface Instance {
  name: string;
  registerRemotes(remotes: { name: string; entry: string; type?: string }[]): void;
  loadRemote(id: string): Promise<{ default: { used: Record<string, unknown> } }>;
}

const builds: Record<string, Files> = {};
const servers: Listener[] = [];
let browser: Browser;
let page: Page;
let problems: string[];

beforeAll(async () => {
  const launched = findChromium().then((options) => chromium.launch(options));
  builds['lean shell'] = await buildShell('lean');
  builds['upstream shell'] = await buildShell('upstream');
  builds['lean remote'] = await buildRemote('lean');
  builds['upstream remote'] = await buildRemote('upstream');
  browser = await launched;
});
afterEach(() => page.close());
afterAll(async () => {
  for (const server of servers) server.close();
  await browser?.close();
});

/** Serves the files of both builds and opens a document that starts the shell. */
async function open(shell: string, remote: string): Promise<void> {
  const files = new Map([...builds[shell]!, ...builds[remote]!]);
  const server = await listen((request, response) => {
    const body = files.get(request.url!.split('?')[0]!);
    const type = /\.(js|json)/.exec(request.url!)?.[1] === 'js' ? 'text/javascript' : 'application/json';
    if (body) response.writeHead(200, { 'content-type': type }).end(body);
    else if (request.url === '/')
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/assets/shell/main.js"></script>',
        );
    else response.writeHead(404).end();
  });
  servers.push(server);
  page = await browser.newPage();
  problems = [];
  page.on('console', (message) => problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`${server.url}/`);
  await page.waitForFunction(() => 'host' in globalThis);
}

describe.each([
  ['lean shell', 'lean remote'],
  ['lean shell', 'upstream remote'],
  ['upstream shell', 'lean remote'],
  ['upstream shell', 'upstream remote'],
])('%s with %s', (shell, remote) => {
  test('shares every module of the shared scope and evaluates each once', async () => {
    await open(shell, remote);
    const outcome = await page.evaluate(async () => {
      const { host } = globalThis as unknown as Fixture;
      const { used } = (await host.loadPage()).Component;
      const others = Object.keys(used).filter((name) => used[name] !== host.shared[name]);
      return {
        others,
        names: Object.keys(used),
        evaluations: (globalThis as unknown as Fixture).routerEvaluations,
      };
    });
    expect(outcome).toEqual({
      others: [],
      names: ['useState', 'jsx', 'createPortal', 'useLocation', 'Link'],
      evaluations: 1,
    });
    expect(problems).toEqual([]);
  });

  test('reports the first error when the shell does not provide a module', async () => {
    await open(shell, remote);
    const message = await page.evaluate(() => {
      const { host } = globalThis as unknown as Fixture;
      const without = (scope: Scope): Scope => {
        const { 'react-router': _, ...rest } = scope;
        return rest;
      };
      return host.loadPage(without).then(
        () => 'loaded',
        (error: Error) => error.message,
      );
    });
    expect(message).toContain('react-router');
    expect(message).not.toContain('before initialization');
  });
});

test.each(['lean remote', 'upstream remote'])(
  '%s uses the one copy of a singleton whatever its version, because admission has checked it',
  async (remote) => {
    await open('lean shell', remote);
    const same = await page.evaluate(async () => {
      const { host } = globalThis as unknown as Fixture;
      const older = (scope: Scope): Scope => {
        const [copy] = Object.values(scope['react-router']!);
        return { ...scope, 'react-router': { '1.0.0': { ...copy, version: '1.0.0' } } };
      };
      const { used } = (await host.loadPage(older)).Component;
      return used['useLocation'] === host.shared['useLocation'];
    });
    expect(same).toBe(true);
  },
);

describe('host of another platform', () => {
  test.each([
    ['lean remote', { entry: '/assets/hello/hello.js', type: 'module' }],
    ['lean remote', { entry: '/assets/hello/mf-manifest.json' }],
    ['upstream remote', { entry: '/assets/hello/mf-manifest.json' }],
  ])('loads a %s with its own loadRemote from %o', async (remote, place) => {
    await open('upstream shell', remote);
    const outcome = await page.evaluate(async (where) => {
      const { host, ['__FEDERATION__']: federation } = globalThis as unknown as Fixture;
      const instance = federation['__INSTANCES__'].find(({ name }) => name === 'shell')!;
      instance.registerRemotes([{ name: 'hello', ...where, entry: location.origin + where.entry }]);
      const { used } = (await instance.loadRemote('hello/pages/hello')).default;
      const others = Object.keys(used).filter((name) => used[name] !== host.shared[name]);
      return { others, evaluations: (globalThis as unknown as Fixture).routerEvaluations };
    }, place);
    expect(outcome).toEqual({ others: [], evaluations: 1 });
  });
});
