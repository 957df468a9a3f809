import { type IconSet, findIcon, parseIconName, splitIconRequests } from '../../contract/page/icon.ts';
import { siteErrors } from '../../errors/site-errors.ts';
import type { IconBody } from './icon-registry.ts';

/** Longest wait for the data of an icon (docs/behaviour.md 12.6). */
const ICON_FETCH_TIMEOUT_MS = 1500;
/** How long a single icon provider may take after the last one was started (docs/behaviour.md 12.5). */
const ICON_PROVIDER_TIMEOUT_MS = 5000;
/** After this long without an answer the next icon provider is requested too (docs/behaviour.md 12.5). */
const ICON_ROTATION_DELAY_MS = 750;

export interface IconLoaderPorts {
  /** Addresses of the providers, the site's own first: `https://site.example/api/_nuxt_icon`. */
  providers: readonly string[];
  fetch(url: string): Promise<Pick<Response, 'ok' | 'status' | 'json'>>;
  setTimeout(callback: () => void, ms: number): number;
  clearTimeout(timer: number): void;
  register(icons: Record<string, IconBody>): void;
  warn(message: string): void;
}

/** `missing`: the provider answered that there is no such icon, so no other is requested. */
type Answer = { type: 'icons'; set: IconSet } | { type: 'missing' } | { type: 'failed' };

/**
 * Fetches icons that no script brought along (docs/behaviour.md 12.4 to 12.6): one request per collection and tick,
 * split at 500 characters as sent; the next provider is asked 750 ms later or on failure, and the whole ends 5 s after
 * the last. An icon that has not arrived after 1.5 s is skipped and logged; should it still arrive, it is shown.
 * @returns asks for an icon by its full name; each name once per page
 */
export function createIconLoader(ports: IconLoaderPorts): (name: string) => void {
  const requested = new Set<string>();
  const queues = new Map<string, Set<string>>();

  function flush(prefix: string): void {
    const names = [...(queues.get(prefix) ?? [])];
    queues.delete(prefix);
    const [base = ''] = ports.providers;
    for (const { names: part } of splitIconRequests(prefix, names, { base })) void fetchIcons(prefix, part);
  }

  async function fetchIcons(prefix: string, names: string[]): Promise<void> {
    const open = new Set(names);
    const skip = (): void => {
      for (const name of open) ports.warn(siteErrors.ICON_LOAD({ name: `${prefix}:${name}` }).message);
      open.clear();
    };
    const late = ports.setTimeout(skip, ICON_FETCH_TIMEOUT_MS);
    const set = await ask(prefix, names, ports);
    ports.clearTimeout(late);
    if (set) for (const name of names) if (register(prefix, name, set)) open.delete(name);
    skip();
  }

  function register(prefix: string, name: string, set: IconSet): boolean {
    const icon = findIcon(set, name);
    if (!icon) return false;
    const { body, width = 16, height = 16 } = icon;
    ports.register({ [`${prefix}:${name}`]: { body, width, height } });
    return true;
  }

  return (name) => {
    if (requested.has(name)) return;
    requested.add(name);
    const icon = parseIconName(name);
    if (!icon) return ports.warn(siteErrors.ICON_LOAD({ name }).message);
    const queue = queues.get(icon.prefix) ?? new Set();
    if (queue.size === 0) ports.setTimeout(() => flush(icon.prefix), 0);
    queues.set(icon.prefix, queue.add(icon.name));
  };
}

/** Asks the providers in turn until one answers. @returns null when none does. */
function ask(prefix: string, names: string[], ports: IconLoaderPorts): Promise<IconSet | null> {
  return new Promise((resolve) => {
    let next = 0;
    let pending = 0;
    let timer: number | undefined;

    const finish = (set: IconSet | null): void => {
      if (timer !== undefined) ports.clearTimeout(timer);
      next = Infinity;
      resolve(set);
    };

    const start = (): void => {
      const provider = ports.providers[next++];
      if (provider === undefined) {
        timer = ports.setTimeout(() => finish(null), ICON_PROVIDER_TIMEOUT_MS);
        return;
      }
      pending++;
      timer = ports.setTimeout(start, ICON_ROTATION_DELAY_MS);
      void askOne(provider, prefix, names, ports).then(settle);
    };

    const settle = (answer: Answer): void => {
      pending--;
      if (answer.type === 'icons') finish(answer.set);
      else if (answer.type === 'missing') finish(null);
      else if (pending === 0) {
        if (timer !== undefined) ports.clearTimeout(timer);
        if (next < ports.providers.length) start();
        else finish(null);
      }
    };
    start();
  });
}

async function askOne(
  provider: string,
  prefix: string,
  names: string[],
  { fetch }: IconLoaderPorts,
): Promise<Answer> {
  const [request] = splitIconRequests(prefix, names, { base: provider, maxLength: Infinity });
  try {
    const response = await fetch(request?.url ?? provider);
    if (response.status === 404) return { type: 'missing' };
    if (!response.ok) return { type: 'failed' };
    const set = (await response.json()) as IconSet;
    return typeof set?.icons === 'object' && set.icons !== null ? { type: 'icons', set } : { type: 'failed' };
  } catch {
    return { type: 'failed' };
  }
}
