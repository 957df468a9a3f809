import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { IslandRef } from '@voltframe/kit/contract/page/page-data';
import { type ForeignSources, mergeSources } from '@voltframe/kit/contract/routing/foreign-sources';
import { type AllowedSources, allowedOf } from '../../platform/settings/allowed-sources.ts';

/** What the policy of a document allows besides the files of the site. */
export interface PagePolicy {
  sources: ForeignSources;
  /** The app of the page, when the page or an island in it makes stylesheets while it renders. */
  runtimeStylesOf?: string;
}

/** A page, as far as its policy depends on it. */
export interface PolicyPage {
  app: string;
  csp?: ForeignSources;
  styles?: 'runtime';
}

/**
 * @param islands of the composition. @param shown those of the page.
 * @returns what a page and its islands declare, as far as the operator allows it to their apps today.
 */
export function pagePolicy(
  islands: Composition['islands'],
  allows: AllowedSources = () => false,
  page: PolicyPage,
  shown: Pick<IslandRef, 'name'>[],
): PagePolicy {
  const declared = [
    page,
    ...shown.flatMap(({ name }) => (Object.hasOwn(islands, name) ? [islands[name]!] : [])),
  ];
  const sources = declared.some(({ csp }) => csp)
    ? mergeSources(...declared.map(({ app, csp }) => csp && allowedOf(app, csp, allows)))
    : {};
  const isRuntime = declared.some(({ styles }) => styles === 'runtime');
  return { sources, ...(isRuntime && { runtimeStylesOf: page.app }) };
}

/**
 * A worker has the policy of its script's answer, not that of the page that starts it.
 * @returns app → what all its pages and islands declare, as far as the operator allows it today; without those that
 *   declare nothing.
 */
export function workerSources(
  { routes, islands }: Pick<Composition, 'routes' | 'islands'>,
  allows: AllowedSources = () => false,
): Map<string, ForeignSources> {
  const found = new Map<string, ForeignSources>();
  for (const { app, csp } of [...routes, ...Object.values(islands)])
    if (csp) found.set(app, mergeSources(found.get(app), allowedOf(app, csp, allows)));
  return found;
}

/**
 * The policy in a payload: browsers load a document for a page with another one. It names the app of stylesheets that
 * are made while a page renders, so that they end with the last page of their app.
 * @returns `img-src https://a.example; style-src blog`; '' for the policy of most pages
 */
export function policyText({ sources, runtimeStylesOf }: PagePolicy): string {
  const directives = Object.entries(sources).map(
    ([directive, origins]) => `${directive} ${origins.join(' ')}`,
  );
  if (runtimeStylesOf !== undefined) directives.push(`style-src ${runtimeStylesOf}`);
  return directives.join('; ');
}
