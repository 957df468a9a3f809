import { canonicalJson } from '@voltframe/kit/contract/release/digest';
import { type Composition, SHELL } from '@voltframe/kit/contract/release/composition';

/** @returns apps whose pages may be other ones than in the composition before; undefined = there was none: all. */
export function changedApps(next: Composition, before: Composition | undefined): string[] {
  const all = Object.keys(next.apps);
  const everything =
    !before ||
    before.apps[SHELL] !== next.apps[SHELL] ||
    canonicalJson(before.site) !== canonicalJson(next.site);
  return everything ? all : all.filter((app) => before.apps[app] !== next.apps[app]);
}
