import { canonicalJson } from '@voltframe/kit/contract/release/canonical-json';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { ErrorScreenRequest } from '@voltframe/kit/contract/release/server-module';
import type { Release } from '@voltframe/kit/contract/release/release';
import { sharedScope } from '../shared-scope.ts';
import { SHELL } from '@voltframe/kit/contract/release/composition';

/**
 * The part of a rendering's inputs that is known before it is rendered. What it read besides (data files) is
 * recorded while rendering, and compared by `inputLookup`.
 */
export type RenderSubject =
  | { kind: 'fragment'; app: string; routeId: string; path: string; search: string }
  | { kind: 'island'; app: string; name: string; props: Record<string, unknown> }
  | { kind: 'paths'; app: string; routeId: string }
  | { kind: 'resource'; app: string; path: string }
  | { kind: 'frame'; navigation: string }
  | ({ kind: 'error-screen' } & ErrorScreenRequest);

/** @returns name of all that a release's server code renders: it can be dropped together. */
export function renderOwner({ app, server, files }: Release): string {
  return `${app}-${(files[server]?.sha256 ?? '').slice(0, 16)}`;
}

/**
 * @param digest sha-256 of a text, hex.
 * @returns gives `{owner}/{digest}` of a subject: the same for the same subject in every composition in which it is rendered by
 *   the same code: that of the app, and what it shares with the shell.
 */
export function renderKeys(
  composition: Pick<Composition, 'site' | 'navigation'>,
  releases: Record<string, Release>,
  digest: (text: string) => string,
): (subject: RenderSubject) => string {
  const { site, navigation } = composition;
  /** Of an app: what is the same for all that it renders. Every page looks for several renderings. */
  const bases = new Map<string, { owner: string; base: string }>();
  const baseOf = (release: Release) => {
    const known = bases.get(release.app);
    if (known) return known;
    const bundle = release.files[release.server]?.sha256;
    const code = release.app === SHELL ? [bundle] : [sharedScope(releases), bundle];
    const made = { owner: renderOwner(release), base: digest(canonicalJson({ code, site })) };
    bases.set(release.app, made);
    return made;
  };
  return (subject) => {
    const release = releases['app' in subject ? subject.app : SHELL]!;
    const { owner, base } = baseOf(release);
    // Which paths there are may depend on data files, and reading them is not recorded: any change of the app counts.
    const whole = subject.kind === 'paths' ? release.digest : undefined;
    // The layout shows the links; a page does not.
    const links = subject.kind === 'frame' ? navigation : undefined;
    return `${owner}/${digest(base + canonicalJson({ subject, whole, links }))}`;
  };
}

/**
 * @returns what an input recorded while rendering is in this composition: `blog/data/posts.json` → its sha-256, or ''
 *   when there is no such file; `composition` → the composition's id.
 */
export function inputLookup(
  composition: Composition,
  releases: Record<string, Release>,
): (input: string) => string {
  return (input) => {
    if (input === 'composition') return composition.id;
    const slash = input.indexOf('/');
    return releases[input.slice(0, slash)]?.files[input.slice(slash + 1)]?.sha256 ?? '';
  };
}
