import type { Composition, CompositionRoute } from '@voltframe/kit/contract/release/composition';
import { compositionId, type Sha256 } from '@voltframe/kit/contract/release/digest';
import type { Navigation, NavigationLink } from '@voltframe/kit/contract/page/navigation';
import {
  ANY_APP,
  linkedPath,
  type Places,
  assetUrl,
  type Release,
} from '@voltframe/kit/contract/release/release';
import { sortRoutes } from '@voltframe/kit/contract/routing/match-route';
import type { SiteConfig } from '@voltframe/kit/contract/page/site-config';

/**
 * Forms the composition of one release of every app. Pure: the same releases and site give the same id.
 * @param releases one for each app, the shell's among them, each valid on its own.
 * @param timestamp when it is formed, ms since the epoch; not part of the id.
 * @param digest sha-256 of a text, hex.
 */
export function compose(
  releases: Release[],
  site: SiteConfig,
  timestamp: number,
  digest: Sha256,
): Composition {
  const sorted = releases.toSorted((a, b) => (a.app < b.app ? -1 : 1));
  const apps = Object.fromEntries(sorted.map((release) => [release.app, release.digest]));
  return {
    id: compositionId({ apps, site }, digest),
    timestamp,
    site,
    apps,
    routes: sortRoutes(sorted.flatMap(routesOf)),
    rules: Object.assign({}, ...sorted.map(rulesOf)),
    guards: Object.assign({}, ...sorted.map(guardsOf)),
    globalGuards: sorted.flatMap((release) => release.guards.global),
    islands: Object.assign({}, ...sorted.map(islandsOf)),
    resources: Object.assign({}, ...sorted.map(resourcesOf)),
    ...resourceQueriesOf(sorted),
    ...navigationOf(sorted),
  };
}

function routesOf(release: Release): CompositionRoute[] {
  const { app, client } = release;
  const urls = (files: string[]) => files.map((file) => assetUrl(app, file));
  // The shell's own stylesheets are in every document; a remote's come with its pages.
  const base = release.kind === 'shell' ? [] : client.css;
  return release.routes.map(({ budget: _, ...route }) => ({
    ...route,
    app,
    js: urls(route.js),
    css: [...new Set(urls([...base, ...route.css]))],
    ...(route.fonts && { fonts: urls(route.fonts) }),
  }));
}

/** The app's own rules, and one for each route that is rendered ahead. */
function rulesOf(release: Release): Composition['rules'] {
  const prerendered = release.routes.filter((route) => route.prerender && route.guards.length === 0);
  const rules: Composition['rules'] = Object.fromEntries(
    prerendered.map(({ path }) => [path, { prerender: true }]),
  );
  for (const [pattern, rule] of Object.entries(release.rules))
    rules[pattern] = { ...rules[pattern], ...rule };
  return rules;
}

function guardsOf({ app, guards }: Release): Composition['guards'] {
  return Object.fromEntries(Object.entries(guards.named).map(([name, expose]) => [name, { app, expose }]));
}

function islandsOf({ app, islands }: Release): Composition['islands'] {
  const entry = ({ css, ...declared }: Release['islands'][string]) => ({
    app,
    css: css.map((file) => assetUrl(app, file)),
    ...declared,
  });
  return Object.fromEntries(Object.entries(islands).map(([name, island]) => [name, entry(island)]));
}

function resourcesOf({ app, resources = [] }: Release): Record<string, string> {
  return Object.fromEntries(resources.map((path) => [path, app]));
}

function resourceQueriesOf(releases: Release[]): Pick<Composition, 'resourceQueries'> {
  const resourceQueries = Object.assign({}, ...releases.map((release) => release.resourceQueries ?? {}));
  return Object.keys(resourceQueries).length > 0 ? { resourceQueries } : {};
}

/** The places of the shell with the links of their apps; unfilled places are left out. */
function navigationOf(releases: Release[]): { navigation?: Navigation } {
  const places = releases.find(({ kind }) => kind === 'shell')?.places;
  if (!places) return {};
  const filled = (list: Places['header']) => list.flatMap((place) => filledPlace(place, releases));
  return { navigation: { header: filled(places.header), footer: filled(places.footer) } };
}

function filledPlace({ place, app }: Places['header'][number], releases: Release[]): NavigationLink[] {
  const owners = releases.filter((release) => app === ANY_APP || release.app === app);
  const owner = owners.find(({ navigation = {} }) => Object.hasOwn(navigation, place));
  const link = owner?.navigation?.[place];
  const path = owner && link && linkedPath(owner, link);
  return path === undefined ? [] : [{ place, path, label: link!.label }];
}
