import type { RouteMatch } from '@voltframe/kit/contract/routing/match-route';
import type { ClientRoute } from '@voltframe/kit/contract/page/page-data';
import { type Connection, mayPrefetch } from './prefetch-policy.ts';

/** Maximum number of simultaneous route component preloads (docs/behaviour.md 9.2). */
const MAX_ROUTE_PRELOADS = 4;

export interface PrefetchPorts {
  connection(): Connection | undefined;
  match(path: string): RouteMatch<ClientRoute> | null;
  /** Fetches the scripts of a route without running them. */
  preload(route: ClientRoute): Promise<unknown>;
  loadPayload(route: ClientRoute, path: string): Promise<unknown>;
}

/**
 * Fetches pages ahead (docs/behaviour.md 9): code and data of each path once, four at a time, nothing in data-saver
 * mode or on 2g.
 * @returns prefetches the path of a link
 */
export function createPrefetch(ports: PrefetchPorts): (path: string) => Promise<void> {
  const done = new Set<string>();
  const inSlot = createSlots(MAX_ROUTE_PRELOADS);
  return async (path) => {
    const match = ports.match(path);
    if (!match || done.has(path) || !mayPrefetch(ports.connection())) return;
    done.add(path);
    const { route } = match;
    await inSlot(async () => {
      const data = route.prerender ? ports.loadPayload(route, path) : undefined;
      // A failed prefetch is ignored: the navigation sends the request again.
      await Promise.allSettled([ports.preload(route), data]);
    });
  };
}

/** Limits the number of simultaneous tasks; the others wait in order. @returns runs a task */
function createSlots(limit: number): (task: () => Promise<void>) => Promise<void> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
