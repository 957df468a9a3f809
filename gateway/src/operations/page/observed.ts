import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import type { AppStatus } from '@voltframe/kit/contract/operations/site-status';
import type { ReleaseMeasurement } from '@voltframe/kit/contract/operations/measurements';
import { DAY_MS } from '@voltframe/kit/contract/units';
import { liveBefore } from '../../observing/events/events.ts';
import type { OpsDeps } from '../operations-deps.ts';

/** The measurements of admission for a release and the one that it replaced; absent: not measured. */
export interface Measured {
  measured?: ReleaseMeasurement | undefined;
  measuredBefore?: ReleaseMeasurement | undefined;
}

/** The observations of an app's live release, beside those of the release before. */
export interface AppSeen {
  app: string;
  /** Digest of the live release. */
  live: string;
  /** The error groups of the last {@link SEEN_DAYS}, the newest first. */
  groups: ErrorGroup[];
  /** Whether there are more groups. */
  more: boolean;
  measured: Measured;
}

const SEEN_DAYS = 7;
const MOST_GROUPS = 20;

export async function readSeen(
  deps: Pick<OpsDeps, 'errors' | 'measurements' | 'state' | 'now'>,
  { app, live }: AppStatus,
): Promise<AppSeen> {
  const { errors, now } = deps;
  const [{ groups, more }, measured] = await Promise.all([
    errors.list({ app, sinceMs: now() - SEEN_DAYS * DAY_MS, limit: MOST_GROUPS }),
    readMeasured(deps, app, live),
  ]);
  return { app, live, groups, more, measured };
}

export async function readMeasured(
  { measurements, state }: Pick<OpsDeps, 'measurements' | 'state'>,
  app: string,
  release: string,
): Promise<Measured> {
  const before = await liveBefore(state, app, release);
  return {
    measured: await measurements.of(app, release),
    measuredBefore: before === undefined ? undefined : await measurements.of(app, before),
  };
}

/** @returns the change in percent: `+12 %`, `−3 %`, `±0 %`. */
export function percent(now: number, before: number): string {
  const change = before === 0 ? 0 : Math.round((now / before - 1) * 100);
  if (change === 0) return '±0 %';
  return `${change > 0 ? '+' : '−'}${Math.abs(change)} %`;
}
