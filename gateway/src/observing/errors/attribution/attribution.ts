import { frameOf } from '@voltframe/kit/contract/reports/error-id';
import { SHELL } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import { LRUCache } from 'lru-cache';
import { browserStack } from '../failures/browser-stack.ts';
import { type FindPositions, mapStack } from '../failures/mapped-stack.ts';
import { createAttemptLimit } from '../../../platform/limits/attempt-limit.ts';
import type { Attributed, ErrorTally } from '../groups/seen-error.ts';
import { isRendering, whoseError } from './whose-error.ts';

export interface AttributionPorts {
  /** The releases of a composition; undefined when it is not kept any more. */
  releasesOf(composition: string): Promise<Record<string, Release> | undefined>;
  /** As in failures/release-positions.ts. */
  positionsIn(releases: Release[]): FindPositions;
  now: () => number;
}

/** @returns the app, release, file and line of an error, by the private maps of its composition's releases. */
export type Attribute = (tally: Pick<ErrorTally, 'seen' | 'id' | 'ofServer'>) => Promise<Attributed>;

/** What fails once fails again: its stack is read once. */
const REMEMBERED = 1_000;
/** Stacks of one app that are read within a minute: a frame takes milliseconds. Others are counted without their place. */
const MOST_READ = 200;
const MINUTE_MS = 60_000;
const MOST_FRAMES = 12;
const OF_A_RELEASE = /[a-z][a-z0-9-]{0,30}@[0-9a-f]{12}\//;

export function createAttribution({ releasesOf, positionsIn, now }: AttributionPorts): Attribute {
  const remembered = new LRUCache<string, Attributed>({ max: REMEMBERED });
  const limit = createAttemptLimit({ most: MOST_READ, windowMs: MINUTE_MS, now });
  return async (tally) => {
    const { seen, id, ofServer } = tally;
    const { app, release, kind, composition, components = '' } = seen;
    const key = [composition, app, ofServer, kind, id, frameOf(components)].join(' ');
    const known = remembered.get(key);
    if (known) return known;
    const unread: Attributed = { app, release, kind, frames: [] };
    if (!limit.take(`${app} ${ofServer}`)) return unread;
    const releases = await releasesOf(composition);
    const read = releases ? await readStack(tally, releases, positionsIn(Object.values(releases))) : unread;
    remembered.set(key, read);
    return read;
  };
}

async function readStack(
  { seen, ofServer }: Parameters<Attribute>[0],
  releases: Record<string, Release>,
  positions: FindPositions,
): Promise<Attributed> {
  const { app, kind, stack = '', components = '' } = seen;
  const ofBrowser = (text: string): string => linesOfApps(text, releases);
  const frames = await mapStack(ofServer ? stack : ofBrowser(stack), positions);
  const rendered = await mapStack(ofBrowser(components), positions);
  const whose = whoseError({ app, kind, ofServer }, frames, rendered);
  // In a render process the shell's own bundle runs beside the app's.
  const owner = Object.hasOwn(releases, whose.app) ? whose.app : SHELL;
  const shown = isRendering(frames.slice(0, 1)) ? [...rendered, ...frames] : frames;
  return {
    app: owner,
    release: releases[owner]?.digest ?? seen.release,
    kind: kind === 'loader' && isRendering(frames) ? 'render' : kind,
    ...(whose.place !== undefined && { place: whose.place }),
    frames: shown.slice(0, MOST_FRAMES),
  };
}

/** Nothing else that a browser names is kept: the address of a page, of an extension. */
function linesOfApps(stack: string, releases: Record<string, Release>): string {
  const digestOf = (app: string): string =>
    Object.hasOwn(releases, app) ? releases[app]!.digest : '0'.repeat(12);
  return browserStack(stack, digestOf)
    .split('\n')
    .filter((line) => OF_A_RELEASE.test(line))
    .join('\n');
}
