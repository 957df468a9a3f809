import type { ErrorKind, ErrorSource } from '@voltframe/kit/contract/operations/error-groups';
import { type Composition, SHELL } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { PositionsIn } from '../stacks/source-positions.ts';
import { browserStack, mapStack, partsOfFrame } from '../stacks/stacks.ts';

/** A composition with its releases. */
export interface ReleasedComposition {
  composition: Composition;
  releases: Record<string, Release>;
}

/** An error as a browser or the gateway itself reports it. */
export interface SeenError {
  /** The presumed app; the stack may name another one. */
  app: string;
  /** Digest of that app's release. */
  release: string;
  source: ErrorSource;
  kind: ErrorKind;
  message: string;
  /** In the format of the browser, or of the render process. */
  stack?: string | undefined;
  /** React's component stack. */
  components?: string | undefined;
  /** The releases whose scripts the stacks may name. */
  releases: readonly Release[];
  /** Id of a route of the composition. */
  route?: string | undefined;
  /** Family of the browser; absent on the server. */
  browser?: string | undefined;
  /** Id of the composition. */
  composition: string;
  times: number;
}

/** The owner of an error, and its place in the sources. */
export interface Attributed {
  app: string;
  /** Digest of the app's release. */
  release: string;
  kind: ErrorKind;
  /** `src/pages/post.tsx:12` */
  place?: string;
  /** The nearest first: `Post (blog src/pages/post.tsx:12)`. */
  frames: string[];
}

const MOST_FRAMES = 12;

/** @returns the app, release, file and line of an error, by the private maps of its releases. Never rejects. */
export async function attribute(seen: SeenError, positionsIn: PositionsIn): Promise<Attributed> {
  const { app, release, kind, source, stack = '', components = '', releases } = seen;
  if (!stack && !components) return { app, release, kind, frames: [] };
  const positions = positionsIn([...releases]);
  const digests = new Map(releases.map((one) => [one.app, one.digest]));
  const ofApps = (text: string): string => browserStack(text, releases);
  const frames = await mapStack(source === 'browser' ? ofApps(stack) : stack, positions);
  const rendered = await mapStack(ofApps(components), positions);
  const found = findOwner(seen, frames, rendered);
  // A render process runs the shell's bundle and the app's bundle.
  const owner = digests.has(found.app) ? found.app : SHELL;
  const shown = isRendering(frames.slice(0, 1)) ? [...rendered, ...frames] : frames;
  return {
    ...found,
    app: owner,
    release: digests.get(owner) ?? release,
    kind: kind === 'loader' && isRendering(frames) ? 'render' : kind,
    frames: shown.slice(0, MOST_FRAMES),
  };
}

const WRITTEN_BY_HAND = /^(?:src|content)\//;
/** Shared code: its errors belong to the caller. */
const SHARED = /^(?:@voltframe\/kit|react|react-dom|react-router|scheduler)\//;
const RENDERS = /^(?:react-dom|react-router|scheduler)\//;
/** The shell's code throws here because of another app's failure. */
const NOTICED_BY_SHELL: readonly ErrorKind[] = ['chunk', 'guard', 'island', 'csp'];

/**
 * By the stack's own frames: the first that is in a file of an app, unless it is of shared code. From where React
 * renders, the frames are of the code that started it: then the component stack decides, then the reported app.
 * @param frames mapped, the nearest first. @param components of the component stack, likewise
 */
export function findOwner(
  context: Pick<SeenError, 'app' | 'kind' | 'source'>,
  frames: string[],
  components: string[],
): Pick<Attributed, 'app' | 'place'> {
  const all = [...frames, ...components].flatMap(partsOfFrame);
  const app = ownerAmong(context, frames) ?? ownerAmong(context, components) ?? context.app;
  const place = all.find((frame) => frame.app === app && WRITTEN_BY_HAND.test(frame.source ?? ''));
  return { app, ...(place && { place: `${place.source}:${place.line}` }) };
}

/** @returns whether the stack leads through React: then it was thrown while something was rendered. */
function isRendering(frames: string[]): boolean {
  return frames.flatMap(partsOfFrame).some(({ source = '' }) => RENDERS.test(source));
}

function ownerAmong(
  { app: named, kind, source: by }: Pick<SeenError, 'app' | 'kind' | 'source'>,
  frames: string[],
): string | undefined {
  let ofShellCounts = by === 'browser' ? !NOTICED_BY_SHELL.includes(kind) : named === SHELL;
  for (const { app, source = '' } of frames.flatMap(partsOfFrame)) {
    if (RENDERS.test(source)) ofShellCounts = false;
    if (SHARED.test(source)) continue;
    if (app !== SHELL) return app;
    if (ofShellCounts && WRITTEN_BY_HAND.test(source)) return SHELL;
  }
  return undefined;
}
