import { withinLimit } from './load-limit.ts';

/** A Module Federation container: the exports of a remote's entry. */
export interface Container {
  init(shareScope: unknown): unknown;
  get(expose: string): Promise<() => unknown> | (() => unknown);
}

export interface ContainerPorts {
  /** @returns the URL of a remote's container. */
  remote(app: string): Promise<string | undefined>;
  importModule(url: string): Promise<unknown>;
  /** The shell's share scope, ready for use. */
  shareScope(): Promise<unknown>;
  setTimeout(callback: () => void, ms: number): unknown;
}

/** The remotes' containers, each loaded once, at its first use. */
export interface Containers {
  /**
   * @param scripts of the expose: those of a container that is not there yet are asked for beside it, as it would name
   *   them only then
   * @returns the module of an expose. Rejects when it cannot be loaded; the next call tries again.
   */
  load<Module>(app: string, expose: string, scripts?: readonly string[]): Promise<Module>;
  /** As `load`, without evaluating the module. @returns evaluates it. */
  fetch<Module>(app: string, expose: string, scripts?: readonly string[]): Promise<() => Module>;
}

export function createContainers(ports: ContainerPorts): Containers {
  const containers = new Map<string, Promise<Container>>();

  async function open(app: string): Promise<Container> {
    const url = await ports.remote(app);
    if (!url) throw new Error(`The composition has no remote "${app}"`);
    const [module, scope] = await Promise.all([ports.importModule(url), ports.shareScope()]);
    await (module as Container).init(scope);
    return module as Container;
  }

  function container(app: string): Promise<Container> {
    const opened = containers.get(app);
    if (opened) return opened;
    const opening = open(app);
    containers.set(app, opening);
    opening.catch(() => containers.delete(app));
    return opening;
  }

  async function factoryOf(app: string, expose: string, scripts: readonly string[]): Promise<() => unknown> {
    // The container loads failed files again.
    if (!containers.has(app)) for (const url of scripts) ports.importModule(url).catch(() => {});
    return (await container(app)).get(expose);
  }

  const fetch = <Module>(app: string, expose: string, scripts: readonly string[] = []) =>
    withinLimit(
      factoryOf(app, expose, scripts) as Promise<() => Module>,
      `The remote "${app}"`,
      ports.setTimeout,
    );
  return { fetch, load: async (app, expose, scripts) => (await fetch(app, expose, scripts))() as never };
}
