import { frameOf } from '@voltframe/kit/contract/reports/error-id';
import { type Composition, SHELL } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import { LRUCache } from 'lru-cache';
import type { FindPositions, PositionsIn } from '../stacks/source-positions.ts';
import { browserStack, mapStack, partsOfFrame } from '../stacks/stacks.ts';
import { createAttemptLimit } from '../../platform/runtime/attempt-limit.ts';
import type { Attributed, ErrorTally } from './pending-errors.ts';
import type { ErrorKind } from '@voltframe/kit/contract/operations/error-groups';
import type { StateStore } from '../../platform/database/state-store.ts';

export interface AttributionPorts {
  /** The releases of a composition; undefined when it is no longer stored. */
  releasesOf(composition: string): Promise<Record<string, Release> | undefined>;
  positionsIn: PositionsIn;
  now: () => number;
}

/** @returns the app, release, file and line of an error, by the private maps of its composition's releases. */
export type Attribute = (tally: Pick<ErrorTally, 'seen' | 'id' | 'origin'>) => Promise<Attributed>;

/** Errors repeat, so each stack is mapped once. */
const REMEMBERED = 1_000;
/**
 * Most stacks of one app that are mapped within a minute, because a frame takes milliseconds. Further ones are
 * counted without their place.
 */
const MOST_READ = 200;
const MINUTE_MS = 60_000;
const MOST_FRAMES = 12;
const OF_A_RELEASE = /[a-z][a-z0-9-]{0,30}@[0-9a-f]{12}\//;

export function createAttribution({ releasesOf, positionsIn, now }: AttributionPorts): Attribute {
  const remembered = new LRUCache<string, Attributed>({ max: REMEMBERED });
  const limit = createAttemptLimit({ most: MOST_READ, windowMs: MINUTE_MS, now });
  return async (tally) => {
    const { seen, id, origin } = tally;
    const { app, release, kind, composition, components = '' } = seen;
    const key = [composition, app, origin, kind, id, frameOf(components)].join(' ');
    const known = remembered.get(key);
    if (known) return known;
    const unread: Attributed = { app, release, kind, frames: [] };
    if (!limit.take(`${app} ${origin}`)) return unread;
    const releases = await releasesOf(composition);
    const read = releases ? await readStack(tally, releases, positionsIn(Object.values(releases))) : unread;
    remembered.set(key, read);
    return read;
  };
}

async function readStack(
  { seen, origin }: Parameters<Attribute>[0],
  releases: Record<string, Release>,
  positions: FindPositions,
): Promise<Attributed> {
  const { app, kind, stack = '', components = '' } = seen;
  const ofServer = origin !== 'browsers';
  const ofBrowser = (text: string): string => linesOfApps(text, releases);
  const frames = await mapStack(ofServer ? stack : ofBrowser(stack), positions);
  const rendered = await mapStack(ofBrowser(components), positions);
  const attributed = findOwner({ app, kind, ofServer }, frames, rendered);
  // A render process runs the shell's bundle and the app's bundle.
  const owner = Object.hasOwn(releases, attributed.app) ? attributed.app : SHELL;
  const shown = isRendering(frames.slice(0, 1)) ? [...rendered, ...frames] : frames;
  return {
    app: owner,
    release: releases[owner]?.digest ?? seen.release,
    kind: kind === 'loader' && isRendering(frames) ? 'render' : kind,
    ...(attributed.place !== undefined && { place: attributed.place }),
    frames: shown.slice(0, MOST_FRAMES),
  };
}

/** Other addresses in a browser's stack, of a page or an extension, are not stored. */
function linesOfApps(stack: string, releases: Record<string, Release>): string {
  const digestOf = (app: string): string =>
    Object.hasOwn(releases, app) ? releases[app]!.digest : '0'.repeat(12);
  return browserStack(stack, digestOf)
    .split('\n')
    .filter((line) => OF_A_RELEASE.test(line))
    .join('\n');
}

/** The app of an error, and its place in the source. */
export interface ErrorOwner {
  app: string;
  /** `src/pages/post.tsx:12` */
  place?: string;
}

/** The context besides the frames. */
export interface ErrorContext {
  /** The app of the process, or the app that the browser reports. */
  app: string;
  kind: ErrorKind;
  ofServer: boolean;
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
export function findOwner(context: ErrorContext, frames: string[], components: string[]): ErrorOwner {
  const all = [...frames, ...components].flatMap(partsOfFrame);
  const app = ownerAmong(context, frames) ?? ownerAmong(context, components) ?? context.app;
  const place = all.find((frame) => frame.app === app && WRITTEN_BY_HAND.test(frame.source ?? ''));
  return { app, ...(place && { place: `${place.source}:${place.line}` }) };
}

/** @returns whether the stack leads through React: then it was thrown while something was rendered. */
function isRendering(frames: string[]): boolean {
  return frames.flatMap(partsOfFrame).some(({ source = '' }) => RENDERS.test(source));
}

function ownerAmong({ app: named, kind, ofServer }: ErrorContext, frames: string[]): string | undefined {
  let ofShellCounts = ofServer ? named === SHELL : !NOTICED_BY_SHELL.includes(kind);
  for (const { app, source = '' } of frames.flatMap(partsOfFrame)) {
    if (RENDERS.test(source)) ofShellCounts = false;
    if (SHARED.test(source)) continue;
    if (app !== SHELL) return app;
    if (ofShellCounts && WRITTEN_BY_HAND.test(source)) return SHELL;
  }
  return undefined;
}

/** The port of the observing wing to the served site. */
export interface SitePort {
  live(): { composition: Composition; releases: Record<string, Release> } | undefined;
  /** @returns the releases of a composition, from the store. @throws when one is missing. */
  releasesOf(composition: Composition): Promise<Record<string, Release>>;
}

/**
 * @param site undefined while the gateway starts. @param id of a composition, untrusted.
 * @returns its releases; undefined when it never was live, or one of them is not stored any more.
 * @throws when the database is away
 */
export async function storedReleases(
  state: Pick<StateStore, 'composition' | 'release'>,
  site: SitePort | undefined,
  id: string,
): Promise<Record<string, Release> | undefined> {
  const live = site?.live();
  if (live?.composition.id === id) return live.releases;
  const stored = await state.composition(id);
  if (!site || !stored || stored.activatedAt === 0) return undefined;
  try {
    return await site.releasesOf(stored.composition);
  } catch (error) {
    if (await hasAll(state, stored.composition)) throw error;
    return undefined;
  }
}

/** Compositions are stored for longer than some of their releases. */
async function hasAll(state: Pick<StateStore, 'release'>, { apps }: Composition): Promise<boolean> {
  const releases = await Promise.all(Object.entries(apps).map(([app, digest]) => state.release(app, digest)));
  return releases.every((release) => release !== undefined);
}
