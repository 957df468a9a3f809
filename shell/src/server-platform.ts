import { hash } from 'ohash';
import { islandKey, normalizeIslandProps } from '@voltframe/kit/contract/page/island';
import { islandToken } from '@voltframe/kit/contract/page/late-tokens';
import type { IslandRef } from '@voltframe/kit/contract/page/page-data';
import type { SiteConfig } from '@voltframe/kit/contract/page/site-config';
import type { Platform } from '@voltframe/kit/react/platform.ts';

/**
 * The platform of one render on the server: islands become markers and are recorded; everything else runs only in the
 * browser.
 * @param islands the islands in the rendered HTML are added here, each key once, in order of appearance
 */
export function createServerPlatform(site: SiteConfig, islands: IslandRef[]): Platform {
  const nothing = (): void => {};
  return {
    site,
    hydrating: { get: () => true, set: nothing, subscribe: () => nothing },
    islands: {
      find(name, props) {
        const key = islandKey(name, props, hash);
        if (!islands.some((island) => island.key === key)) {
          islands.push({ name, props: normalizeIslandProps(props), key });
        }
        return { key, html: islandToken(key) };
      },
      load: nothing,
      subscribe: () => nothing,
    },
    navigate: refuse,
    go: refuse,
    pending: { get: () => null, set: nothing, subscribe: () => nothing },
    loadIcon: nothing,
    watchLink: () => nothing,
    mountIsland: () => nothing,
    addLeaveGuard: () => nothing,
    addUnsaved: () => nothing,
    mountForm: () => Promise.reject(new Error('A form is not filled in on the server')),
    showError: nothing,
  };
}

function refuse(): never {
  throw new Error(
    'There is no navigation while a page is rendered on the server: return a redirect from a guard',
  );
}
