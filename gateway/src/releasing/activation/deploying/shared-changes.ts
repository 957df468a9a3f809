import type { SharedChange } from '@voltframe/kit/contract/operations/site-status';
import { SHELL } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import { satisfies } from 'semver';

/**
 * What of the shared modules keeps the shell's next release waiting. Pure.
 * @param live releases of now.
 * @param waiting releases that wait for another app's version, newest first.
 * @returns each module whose next version not every live remote accepts, with who accepts it, who waits with it, who is missing.
 */
export function sharedChanges(live: readonly Release[], waiting: readonly Release[]): SharedChange[] {
  const shell = live.find(({ app }) => app === SHELL);
  const next = waiting.find(({ app }) => app === SHELL);
  if (!shell || !next) return [];
  const remotes = live.filter(({ app }) => app !== SHELL);
  return Object.entries(shell.shared.provides).flatMap(([module, version]) => {
    const to = Object.hasOwn(next.shared.provides, module) ? next.shared.provides[module]! : null;
    const fits = (release: Release) => accepts(release, module, to);
    const accepted = remotes.filter(fits).map(({ app }) => app);
    const others = remotes.map(({ app }) => app).filter((app) => !accepted.includes(app));
    if (others.length === 0) return [];
    const ready = others.filter((app) => waiting.some((release) => release.app === app && fits(release)));
    const missing = others.filter((app) => !ready.includes(app));
    return [{ module, from: version, to, shell: next.digest, accepted, ready, missing }];
  });
}

function accepts({ shared }: Release, module: string, version: string | null): boolean {
  if (!Object.hasOwn(shared.requires, module)) return true;
  const range = shared.requires[module]!;
  return version !== null && satisfies(version, range, { includePrerelease: true });
}
