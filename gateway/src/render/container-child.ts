/**
 * The script of the process that tries a remote's container: it evaluates the browser's modules of one release with a
 * stand-in for the browser, and asks for each expose with the share scope of the shell. As closed as the render
 * process (render-child.ts): no files, no environment, limits on time and memory; it answers once and is ended.
 */
import vm from 'node:vm';
import type { ContainerCheck } from './container-process.ts';
import { closeHost, evaluate, nodeModules, openChannel } from './sandbox.ts';

interface Container {
  init(scope: object): unknown;
  get(expose: string): Promise<() => unknown>;
}

const { SourceTextModule } = vm;
const channel = openChannel();
const builtins = nodeModules();
const BROWSER_GLOBALS = [
  'navigator',
  'localStorage',
  'sessionStorage',
  'MessageChannel',
  'PerformanceObserver',
];
let answered = false;

channel.onMessage((check: ContainerCheck) => {
  if (answered) return;
  answered = true;
  tryContainer(check).then(
    (reason) => channel.send(reason === undefined ? {} : { reason }),
    (error: unknown) => channel.send({ reason: error instanceof Error ? error.message : String(error) }),
  );
});
closeHost(BROWSER_GLOBALS);

/** @returns why it does not work; undefined when it does */
async function tryContainer(check: ContainerCheck): Promise<string | undefined> {
  const scope = shareScope(check);
  imitateBrowser();
  const container = (await evaluateModule(check, check.entry)) as Partial<Container>;
  if (typeof container.init !== 'function' || typeof container.get !== 'function')
    return 'it exports no init and get';
  await container.init(scope);
  for (const expose of check.exposes) {
    try {
      const factory = await container.get(expose);
      if (typeof factory !== 'function') return `${expose}: it gives no factory`;
      if (factory() === undefined) return `${expose}: it gives no module`;
    } catch (error) {
      return `${expose}: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  return undefined;
}

function shareScope({ shell, provides }: ContainerCheck): Record<string, Record<string, object>> {
  const { shared = {} } = evaluate<{ shared?: Record<string, unknown> }>('shell', shell, builtins);
  const entry = (name: string): object => {
    const lib = () => shared[name];
    return {
      get: () => lib,
      lib,
      loaded: true,
      from: 'shell',
      shareConfig: { singleton: true, eager: true },
    };
  };
  return Object.fromEntries(
    Object.entries(provides).map(([name, version]) => [name, { [version]: entry(name) }]),
  );
}

const modules = new Map<string, vm.SourceTextModule>();

async function evaluateModule(check: ContainerCheck, url: string): Promise<object> {
  const module = load(check, url);
  if (module.status === 'unlinked')
    await module.link((specifier, from) => load(check, resolve(check, specifier, from.identifier)));
  if (module.status !== 'evaluated') await module.evaluate();
  return module.namespace;
}

function load(check: ContainerCheck, url: string): vm.SourceTextModule {
  const known = modules.get(url);
  if (known) return known;
  const source = check.scripts[url];
  if (source === undefined) throw new Error(`${url} is not in the release`);
  const module = new SourceTextModule(source, {
    identifier: url,
    importModuleDynamically: ((specifier: string) =>
      evaluateModule(check, resolve(check, specifier, url))) as never,
  });
  modules.set(url, module);
  return module;
}

function resolve({ imports }: ContainerCheck, specifier: string, from: string): string {
  const { pathname } = new URL(specifier, `http://site${from}`);
  return imports[pathname] ?? pathname;
}

/** Modules may look at the page while they are evaluated; what they find does nothing. */
function imitateBrowser(): void {
  const anything: unknown = new Proxy(function () {}, {
    get: (_, key) => (key === Symbol.toPrimitive ? () => '' : key === 'then' ? undefined : anything),
    apply: () => anything,
    construct: () => anything as object,
    set: () => true,
  });
  const browser = [
    'document',
    'location',
    'history',
    'localStorage',
    'sessionStorage',
    'matchMedia',
    'addEventListener',
  ];
  browser.push('removeEventListener', 'requestAnimationFrame', 'requestIdleCallback', 'customElements');
  for (const name of browser)
    Object.defineProperty(globalThis, name, { value: anything, configurable: true, writable: true });
  for (const name of [
    'HTMLElement',
    'Element',
    'Node',
    'IntersectionObserver',
    'ResizeObserver',
    'MutationObserver',
  ])
    Object.defineProperty(globalThis, name, {
      value: function Nothing() {},
      configurable: true,
      writable: true,
    });
  Object.assign(globalThis, { window: globalThis, self: globalThis });
}
