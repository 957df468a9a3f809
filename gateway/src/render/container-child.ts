/**
 * The script of the process that tries a remote's container: it evaluates the browser's modules of one release with a
 * stand-in for the browser, and asks for each expose with the share scope of the shell. As closed as the render
 * process (render-child.ts): no files, no environment, limits on time and memory; it answers once and is ended.
 */
import { createRequire } from 'node:module';
import vm from 'node:vm';
import type { ContainerCheck } from './container-process.ts';

interface Container {
  init(scope: object): unknown;
  get(expose: string): Promise<() => unknown>;
}
type Bundle = (
  exports: unknown,
  require: (id: string) => unknown,
  module: object,
  file: string,
  dir: string,
) => void;

const require = createRequire(import.meta.url);
const NODE_MODULES = ['async_hooks', 'buffer', 'crypto', 'events', 'stream', 'url', 'util'];
const builtins = new Map<string, unknown>(NODE_MODULES.map((name) => [name, require(`node:${name}`)]));
const send = process.send!.bind(process) as (message: { reason?: string }) => void;

process.once('message', (check: ContainerCheck) => {
  tryContainer(check).then(
    (reason) => send(reason === undefined ? {} : { reason }),
    (error: unknown) => send({ reason: error instanceof Error ? error.message : String(error) }),
  );
});
for (const name of [
  'kill',
  '_kill',
  'abort',
  'exit',
  'binding',
  '_linkedBinding',
  'dlopen',
  'getBuiltinModule',
  'send',
])
  if (name in process) Object.defineProperty(process, name, { value: undefined });

/** @returns why it does not work; undefined when it does */
async function tryContainer(check: ContainerCheck): Promise<string | undefined> {
  const scope = shareScope(check);
  imitateBrowser();
  const container = (await evaluate(check, check.entry)) as Partial<Container>;
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
  const parameters = ['exports', 'require', 'module', '__filename', '__dirname'];
  const run = vm.compileFunction(shell.code, parameters, { filename: shell.filename }) as Bundle;
  const module: { exports: { shared?: Record<string, unknown> } } = { exports: {} };
  run(module.exports, (id) => builtins.get(id.replace(/^node:/, '')), module, shell.filename, '');
  const shared = module.exports.shared ?? {};
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

async function evaluate(check: ContainerCheck, url: string): Promise<object> {
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
  const module = new vm.SourceTextModule(source, {
    identifier: url,
    importModuleDynamically: ((specifier: string) =>
      evaluate(check, resolve(check, specifier, url))) as never,
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
