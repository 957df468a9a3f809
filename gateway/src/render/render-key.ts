import { canonicalJson } from '@voltframe/kit/contract/release/canonical-json';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
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
  | { kind: 'error-screen'; variant: 'not-found' | 'error' };

/** File of a shell's release that changes only with what remotes render with; without it the whole bundle counts. */
const SHARED_SCOPE_FILE = 'server/shared.json';

/**
 * @param digest sha-256 of a text, hex.
 * @returns the same key for the same subject in every composition in which it is rendered by the same code.
 */
export function renderKey(
  subject: RenderSubject,
  composition: Composition,
  releases: Record<string, Release>,
  digest: (text: string) => string,
): string {
  const shell = releases[SHELL]!;
  const shellBundle = shell.files[shell.server]?.sha256;
  const own = 'app' in subject && subject.app !== SHELL;
  const app = own ? releases[subject.app] : undefined;
  const code = own
    ? [shell.files[SHARED_SCOPE_FILE]?.sha256 ?? shellBundle, app?.files[app.server]?.sha256]
    : [shellBundle];
  // Which paths there are may depend on data files, and reading them is not recorded: any change of the app counts.
  const whole = subject.kind === 'paths' ? (app?.digest ?? shell.digest) : undefined;
  // The layout shows the links; a page does not.
  const links = subject.kind === 'frame' ? composition.navigation : undefined;
  return digest(canonicalJson({ subject, code, whole, links, site: composition.site }));
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
