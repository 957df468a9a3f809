import { type IconSet, findIcon, parseIconName, splitIconRequests } from '../../contract/page/icon.ts';
import { siteErrors } from '../../errors/site-errors.ts';
import type { IconBody } from './icon-registry.ts';

/** Time after which an icon is skipped and logged (docs/behaviour.md 12.6). */
const ICON_FETCH_TIMEOUT_MS = 1500;
/** Longest wait for a response after the rotation delay of the last provider (docs/behaviour.md 12.5). */
const ICON_PROVIDER_TIMEOUT_MS = 5000;
/** Time without a response until the next provider is requested too (docs/behaviour.md 12.5). */
const ICON_ROTATION_DELAY_MS = 750;

export interface IconLoaderPorts {
  /** Addresses of the providers, the site first: `https://site.example/api/_nuxt_icon`. */
  providers: readonly string[];
  fetch(url: string): Promise<Pick<Response, 'ok' | 'status' | 'json'>>;
  setTimeout(callback: () => void, ms: number): number;
  clearTimeout(timer: number): void;
  register(icons: Record<string, IconBody>): void;
  warn(message: string): void;
}

/**
 * Fetches icons that no script contains (docs/behaviour.md 12.4 to 12.6): one request per collection and tick, split so
 * that no address is longer than 500 characters. The next provider is requested after 750 ms or on failure; the
 * last one has 5 s. After 1.5 s a missing icon is skipped and logged; if it arrives later, it is shown.
 * @returns requests an icon by its full name; each name once per document
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

/** Requests the providers in turn until one responds. @returns null if none has the icons. */
async function ask(prefix: string, names: string[], ports: IconLoaderPorts): Promise<IconSet | null> {
  const asked: Promise<IconSet | null>[] = [];
  const last = ports.providers.length - 1;
  for (const [index, provider] of ports.providers.entries()) {
    asked.push(askOne(provider, prefix, names, ports));
    const limit = ICON_ROTATION_DELAY_MS + (index === last ? ICON_PROVIDER_TIMEOUT_MS : 0);
    const set = await firstWithin(asked, limit, ports);
    if (set !== undefined) return set;
  }
  return null;
}

/** @returns the first response; undefined when all have failed, or after the limit (ms). */
function firstWithin(
  asked: Promise<IconSet | null>[],
  limit: number,
  { setTimeout, clearTimeout }: IconLoaderPorts,
): Promise<IconSet | null | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), limit);
    Promise.any(asked)
      .then(resolve, () => resolve(undefined))
      .finally(() => clearTimeout(timer));
  });
}

/**
 * @returns null if the provider does not have the icons: no other provider is requested. Rejects without a valid
 * response.
 */
async function askOne(
  provider: string,
  prefix: string,
  names: string[],
  { fetch }: IconLoaderPorts,
): Promise<IconSet | null> {
  const [request] = splitIconRequests(prefix, names, { base: provider, maxLength: Infinity });
  const response = await fetch(request?.url ?? provider);
  if (response.status === 404) return null;
  const set = response.ok ? ((await response.json()) as IconSet | null) : null;
  if (typeof set?.icons !== 'object' || set.icons === null) throw new Error('The response has no icons');
  return set;
}
