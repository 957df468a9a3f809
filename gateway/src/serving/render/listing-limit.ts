import type { PathEntry } from '@voltframe/kit/contract/page/page-server';
import type { CompositionRoute } from '@voltframe/kit/contract/release/composition';
import { servingErrors } from '../serving-errors.ts';

/** Addresses that the routes of one app list together, and characters of these addresses. */
export const MOST_LISTED = { addresses: 100_000, characters: 8_000_000 } as const;

interface Size {
  addresses: number;
  characters: number;
}

/**
 * The gateway keeps the addresses of every route, and writes them into the sitemap. Each answer of `paths()` has limits
 * of its own, but an app may have hundreds of routes.
 * @returns checks an answer of `paths()`: throws RENDER_LISTED when the app lists too much with it. The sizes of its
 *   other routes are those of their last accepted answers.
 */
export function createListingLimit(most: Size = MOST_LISTED) {
  const apps = new Map<string, Map<string, Size>>();
  return ({ app, id }: Pick<CompositionRoute, 'app' | 'id'>, list: readonly PathEntry[]): void => {
    const routes = apps.get(app) ?? new Map<string, Size>();
    apps.set(app, routes);
    const size = { addresses: list.length, characters: 0 };
    for (const { path } of list) size.characters += path.length;
    const all = { ...size };
    for (const [other, { addresses, characters }] of routes) {
      if (other === id) continue;
      all.addresses += addresses;
      all.characters += characters;
    }
    if (all.addresses > most.addresses || all.characters > most.characters)
      throw servingErrors.RENDER_LISTED({ app, ...most });
    routes.set(id, size);
  };
}
