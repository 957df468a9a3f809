import { canonicalJson } from '@voltframe/kit/contract/release/digest';
import { type Composition, SHELL } from '@voltframe/kit/contract/release/composition';
import { EVERY_APP } from '../responses/shared-caches.ts';
import { changedApps } from './changed-apps.ts';

/** More are one: the shell is in every page. Each is a call. */
const MOST_KEYS = 20;

/**
 * What shared caches are to forget when one composition follows another: pages with content of an app that changed; all of them where
 * something changed that all show. The others go on working: what belongs to them is served as long as their composition is leased.
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
