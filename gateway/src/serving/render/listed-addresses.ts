import type { PathEntry } from '@voltframe/kit/contract/page/page-server';
import type { CompositionRoute } from '@voltframe/kit/contract/release/composition';
import type { LiveData } from '../responses/encoded-body.ts';
import type { Rendering } from './render-cache.ts';

/** @returns whether a route has only one page: its document is built and compressed ahead of visitors. */
export function hasOnePage({ path }: Pick<CompositionRoute, 'path'>): boolean {
  return !path.includes('/:');
}

interface ListedAddressesOptions {
  /** Asks `paths()` of a route. */
  ask(route: CompositionRoute): Promise<Pick<Rendering<PathEntry[]>, 'value' | 'inputs'>>;
  /** @returns the upstream responses among the inputs of an answer; undefined: there are none. */
  dataOf(inputs: Record<string, string>): LiveData | undefined;
  /** Milliseconds since the epoch. */
  now: () => number;
}

interface Listing {
  addresses: ReadonlySet<string>;
  /** Undefined: the answer is final. */
  data: LiveData | undefined;
  /** Time before which the route is not asked again, milliseconds since the epoch. */
  keptUntil: number;
}

/** An answer with old data, or none, is asked again after this time, in milliseconds. */
const ASK_AGAIN_MS = 2_000;
const FAILING: LiveData = { state: () => 'changed' };

/**
 * The addresses that the routes of a composition list: a Set for each answer of `paths()`, because a route may list
 * tens of thousands. Only the first request for a route waits for an answer. While a new answer is fetched, the old one
 * counts.
 * @returns the listed addresses of a route; none when `paths()` fails.
 */
export function createListedAddresses({ ask, dataOf, now }: ListedAddressesOptions) {
  const known = new Map<string, Listing>();
  const asking = new Map<string, Promise<ReadonlySet<string>>>();
  const answerOf = async (route: CompositionRoute): Promise<Omit<Listing, 'keptUntil'>> => {
    try {
      const { value, inputs } = await ask(route);
      return { addresses: new Set(value.map(({ path }) => path)), data: dataOf(inputs) };
    } catch {
      return { addresses: known.get(route.id)?.addresses ?? new Set(), data: FAILING };
    }
  };
  const renew = async (route: CompositionRoute): Promise<ReadonlySet<string>> => {
    const answer = await answerOf(route);
    known.set(route.id, { ...answer, keptUntil: now() + ASK_AGAIN_MS });
    asking.delete(route.id);
    return answer.addresses;
  };
  return async (route: CompositionRoute): Promise<ReadonlySet<string>> => {
    const last = known.get(route.id);
    const isOld = !last || (last.data?.state() === 'changed' && now() >= last.keptUntil);
    const renewing = isOld ? (asking.get(route.id) ?? renew(route)) : undefined;
    if (renewing) asking.set(route.id, renewing);
    return last?.addresses ?? renewing!;
  };
}
