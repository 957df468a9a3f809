import type { Alert } from '@voltframe/kit/contract/operations/alert';
import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';

/** The live release of an app, and the release that was live before it. */
export interface LivePast {
  release: string;
  /** When it became live, ms since the epoch; undefined: before the entries of the history. */
  since: number | undefined;
  before: string | undefined;
}

/** How long a release counts as young. */
const YOUNG_MS = 24 * 3_600_000;
/** A browser may send any report, so one visitor is not enough; errors of the gateway's own processes are certain. */
const FEWEST_VISITORS = 2;
const FEWEST_ON_SERVER = 3;
const MOST_FRAMES = 5;
const MOST_ROUTES = 5;
const MOST_CHARACTERS = 300;

/**
 * @param groups errors of the live release.
 * @param now ms since the epoch.
 * @returns the errors of a young release that no earlier release had.
 */
export function newErrors(
  app: string,
  { release, since }: LivePast,
  groups: readonly ErrorGroup[],
  now: number,
): (Pick<Alert, 'summary'> & { error: NonNullable<Alert['error']> })[] {
  if (since === undefined || now - since > YOUNG_MS) return [];
  return groups
    .filter((group) => group.release === release && group.isNew && isFrequent(group))
    .map((group) => ({ summary: `${app} has a new error: ${summaryOf(group)}`, error: publicPart(group) }));
}

/** @param history of the app, newest first. */
export function livePast(history: readonly HistoryEntry[], release: string): LivePast {
  const own = history.find((entry) => entry.to === release && entry.from !== release && becameLive(entry));
  return { release, since: own?.at, before: own?.from ?? undefined };
}

function becameLive({ action }: HistoryEntry): boolean {
  return action === 'activate' || action === 'rollback' || action === 'fallback';
}

function isFrequent(group: ErrorGroup): boolean {
  return group.visitors >= FEWEST_VISITORS || timesOnServer(group) >= FEWEST_ON_SERVER;
}

/** @returns how often the gateway itself met an error: what no browser reported. */
function timesOnServer({ times, browsers }: Pick<ErrorGroup, 'times' | 'browsers'>): number {
  return times - Object.values(browsers).reduce((sum, count) => sum + count, 0);
}

function summaryOf({ message, place, times, visitors }: ErrorGroup): string {
  const where = place === undefined ? '' : ` at ${cut(place)}`;
  const whom = visitors > 0 ? `, ${visitors} ${visitors === 1 ? 'visitor' : 'visitors'}` : '';
  return `"${cut(message)}"${where}, ${times} ${times === 1 ? 'time' : 'times'}${whom}`;
}

/** @returns the error in bounded size, whatever a release or a browser sent. */
function publicPart(group: ErrorGroup): NonNullable<Alert['error']> {
  const { app: _app, release: _release, isNew: _isNew, place, ...shown } = group;
  return {
    ...shown,
    message: cut(group.message),
    ...(place !== undefined && { place: cut(place) }),
    frames: group.frames.slice(0, MOST_FRAMES).map(cut),
    routes: group.routes.slice(0, MOST_ROUTES).map(cut),
  };
}

function cut(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;
}
