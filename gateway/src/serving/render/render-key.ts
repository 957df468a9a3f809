import { canonicalJson } from '@voltframe/kit/contract/release/digest';
import { type Composition, SHELL } from '@voltframe/kit/contract/release/composition';
import type { ErrorScreenRequest } from '@voltframe/kit/contract/release/server-module';
import type { Release } from '@voltframe/kit/contract/release/release';

/**
 * The inputs of a rendering that are known before it is rendered. The inputs that it reads (data files) are
 * recorded while rendering, and compared by `inputLookup`.
 */
export type RenderSubject =
  | { kind: 'fragment'; app: string; routeId: string; path: string; search: string }
  | { kind: 'island'; app: string; name: string; props: Record<string, unknown> }
  | { kind: 'paths'; app: string; routeId: string }
  | { kind: 'resource'; app: string; path: string; search: string }
  | { kind: 'frame'; navigation: string }
  | ({ kind: 'error-screen' } & ErrorScreenRequest);

/** @returns the app that renders it. */
export function ownerOf(subject: RenderSubject): string {
  return 'app' in subject ? subject.app : SHELL;
}

/** @returns the common name of all renderings of a release's server code, which can be dropped together. */
export function renderOwner({ app, server, files }: Release): string {
  return `${app}-${(files[server]?.sha256 ?? '').slice(0, 16)}`;
}

/**
 * @param digest sha-256 of a text, hex.
 * @returns gives `{owner}/{digest}` of a subject: the same for the same subject in every composition in which it is
 *   rendered by the same code: that of the app, and the shared modules of the shell.
 */
export function renderKeys(
  composition: Pick<Composition, 'site' | 'navigation'>,
  releases: Record<string, Release>,
  digest: (text: string) => string,
): (subject: RenderSubject) => string {
  const { site, navigation } = composition;
  const madeOf = (app: string, kind: RenderSubject['kind']) => {
    const release = releases[app]!;
    const bundle = release.files[release.server]?.sha256;
    const code = app === SHELL ? [bundle] : [sharedScope(releases), bundle];
    // The list of paths may depend on data files whose reading is not recorded, so any change of the app counts.
    const whole = kind === 'paths' ? release.digest : undefined;
    // The layout shows the links; a page does not.
    const links = kind === 'frame' ? navigation : undefined;
    return { owner: renderOwner(release), base: digest(canonicalJson({ code, site, whole, links })) };
  };
  /** By app and kind, because every page looks up several renderings. */
  const known = new Map<string, ReturnType<typeof madeOf>>();
  return (subject) => {
    const app = ownerOf(subject);
    const name = `${app} ${subject.kind}`;
    let made = known.get(name);
    if (!made) known.set(name, (made = madeOf(app, subject.kind)));
    return `${made.owner}/${digest(made.base + canonicalJson(subject))}`;
  };
}

/**
 * @returns the current digest of a recorded input in this composition: `blog/data/posts.json` → its sha-256, or ''
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

/**
 * The file of a shell's release that changes only with the shared modules of the server; without it the whole bundle
 * counts.
 */
const SHARED_SCOPE_FILE = 'server/shared.json';

/** @returns the digest of the server's shared modules of the shell among these releases. */
function sharedScope(releases: Record<string, Release>): string {
  const shell = releases[SHELL]!;
  return (shell.files[SHARED_SCOPE_FILE] ?? shell.files[shell.server])?.sha256 ?? '';
}

/** The identity of a process: an app's release, and the shell with its shared modules. */
export interface Owner {
  app: string;
  releases: Record<string, Release>;
}

/** @returns the key of the process, which is the same in every composition with the same code. */
export function processKey({ app, releases }: Owner): string {
  const own = `${app}@${releases[app]!.digest}`;
  return app === SHELL ? own : `${own} ${sharedScope(releases)}`;
}
