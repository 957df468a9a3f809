import { canonicalJson } from '@voltframe/kit/contract/release/canonical-json';
import type { CompositionRoute } from '@voltframe/kit/contract/release/composition';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import type { ServedComposition } from '../../../serving/compositions/served-composition.ts';
import { inputLookup, renderKeys } from '../../../serving/render/cache/render-key.ts';
import type { TriedPage } from './measure-page.ts';

/** @returns says of a route whether the live site has the same pages of it, of the same code, data and files. */
export function createAsLive(
  candidate: ServedComposition,
  live: ServedComposition | undefined,
): (tried: TriedPage) => Promise<boolean> {
  if (!live) return async () => false;
  const [keyOf, liveKeyOf] = [candidate, live].map(({ composition, releases }) =>
    renderKeys(composition, releases, sha256),
  );
  const inLive = inputLookup(live.composition, live.releases);
  const liveRoutes = new Map(live.composition.routes.map((route) => [route.id, route]));
  return async ({ page: { route, path, search }, inputs }) => {
    const there = liveRoutes.get(route.id);
    if (!there || filesOf(there) !== filesOf(route)) return false;
    const subject = { kind: 'fragment', app: route.app, routeId: route.id, path, search } as const;
    if (keyOf!(subject) !== liveKeyOf!(subject)) return false;
    if (Object.entries(inputs).some(([name, digest]) => inLive(name) !== digest)) return false;
    const [pages, livePages] = [candidate.renderer.paths(route), live.renderer.paths(there)];
    return canonicalJson(await pages) === canonicalJson(await livePages);
  };
}

function filesOf({ app, js, css, fonts }: CompositionRoute): string {
  return canonicalJson([app, js, css, fonts ?? []]);
}
