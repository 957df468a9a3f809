import { canonicalJson } from '@voltframe/kit/contract/release/digest';
import { type Composition, SHELL } from '@voltframe/kit/contract/release/composition';
import { EVERY_APP } from '../responses/cache-policy.ts';

/** @returns the apps whose pages may have changed since the composition before; undefined without one, for all apps. */
export function changedApps(next: Composition, before: Composition | undefined): string[] {
  const all = Object.keys(next.apps);
  const everything =
    !before ||
    before.apps[SHELL] !== next.apps[SHELL] ||
    canonicalJson(before.site) !== canonicalJson(next.site);
  return everything ? all : all.filter((app) => before.apps[app] !== next.apps[app]);
}

/** More changed apps are one key for all pages, because each key is a call. */
const MOST_KEYS = 20;

/**
 * The keys to purge when one composition follows another: pages with content of a changed app; all pages when
 * a part of all pages has changed. Other pages go on working: their files are served while their composition is leased.
 * @param before undefined = there was none, or it is not known.
 */
export function purgedKeys(next: Composition, before: Composition | undefined): string[] {
  const gone = Object.keys(before?.apps ?? {}).filter((app) => !Object.hasOwn(next.apps, app));
  const changed = [...changedApps(next, before), ...gone];
  const everywhere =
    changed.includes(SHELL) ||
    changed.length > MOST_KEYS ||
    canonicalJson(next.navigation ?? null) !== canonicalJson(before?.navigation ?? null);
  return [...(everywhere ? [SHELL] : changed), EVERY_APP];
}
