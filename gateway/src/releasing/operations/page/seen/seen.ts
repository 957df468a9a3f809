import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import type { AppFigures } from '@voltframe/kit/contract/operations/figures';
import type { Token } from '@voltframe/kit/contract/operations/token';
import type { HourRate } from '../../../../observing/errors/groups/error-queries.ts';
import type { OpsDeps } from '../../operations-deps.ts';

/** What the page reads of what visitors saw. */
export type SeenSources = Pick<OpsDeps, 'errors' | 'figures'>;

/** What visitors saw of an app's live release, beside the one before. */
export interface AppSeen {
  app: string;
  /** Digest of the live release. */
  live: string;
  /** When it went live, ms since the epoch. */
  since: number;
  /** Of the last {@link SEEN_HOURS}. */
  hours: HourRate[];
  /** Of the last {@link SEEN_DAYS}, the newest first. */
  groups: ErrorGroup[];
  /** Whether there are more of them. */
  more: boolean;
  figures: AppFigures | undefined;
}

export const SEEN_HOURS = 48;
export const SEEN_DAYS = 7;
const MOST_GROUPS = 20;
const HOUR_MS = 3_600_000;

/** Errors and figures of an app are for its team, and for operators. */
export function maySee(you: Token, app: string): boolean {
  return you.role === 'operator' || you.app === app;
}

/** @param now ms since the epoch. */
export async function readSeen(
  { errors, figures }: SeenSources,
  { app, live, since }: Pick<AppSeen, 'app' | 'live' | 'since'>,
  now: number,
): Promise<AppSeen> {
  const [hours, { groups, more }, measured] = await Promise.all([
    errors.rates(app, now - SEEN_HOURS * HOUR_MS, now + HOUR_MS),
    errors.list({ app, sinceMs: now - SEEN_DAYS * 24 * HOUR_MS, limit: MOST_GROUPS }),
    figures.of(app, live),
  ]);
  return { app, live, since, hours, groups, more, figures: measured };
}
