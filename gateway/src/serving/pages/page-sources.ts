import { type ForeignSources, mergeSources } from '@voltframe/kit/contract/routing/foreign-sources';
import type { IslandRef } from '@voltframe/kit/contract/page/page-data';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { type AllowedSources, allowedOf } from '../../platform/settings/allowed-sources.ts';

/**
 * What a page may load from other sites: what it declares, and what the islands that it shows do, as far as the operator allows it
 * their apps today.
 */
export function pageSources(
  islands: Composition['islands'],
  allows: AllowedSources,
  route: { app: string; csp?: ForeignSources } | undefined,
  shown: Pick<IslandRef, 'name'>[],
): ForeignSources {
  const known = shown.flatMap(({ name }) => (Object.hasOwn(islands, name) ? [islands[name]!] : []));
  const declared = [...(route ? [route] : []), ...known];
  if (!declared.some(({ csp }) => csp)) return {};
  return mergeSources(...declared.map(({ app, csp }) => csp && allowedOf(app, csp, allows)));
}
