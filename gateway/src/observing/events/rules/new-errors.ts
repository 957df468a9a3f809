import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import { type AppSeen, DAY_MS, type Finding } from './app-seen.ts';

/** How long a release is young. */
const YOUNG_MS = DAY_MS;
/** One visitor may send what he likes; the gateway's own errors are its own word. */
const FEWEST_VISITORS = 2;
const FEWEST_ON_SERVER = 3;
const MOST_FRAMES = 5;
const MOST_ROUTES = 5;
const MOST_CHARACTERS = 300;

/** Errors in a young release that none before it had. */
export function newErrors({ app, live, groups, now }: AppSeen): Finding[] {
  if (live.since === undefined || now - live.since > YOUNG_MS) return [];
  return groups
    .filter((group) => group.release === live.release && group.isNew && isFrequent(group))
    .map((group) => ({
      rule: 'new-error',
      subject: group.id,
      summary: `${app} has a new error: ${wordsOf(group)}`,
      error: toldOf(group),
    }));
}

function isFrequent(group: ErrorGroup): boolean {
  return group.visitors >= FEWEST_VISITORS || timesOnServer(group) >= FEWEST_ON_SERVER;
}

/** What no browser reported. */
export function timesOnServer({ times, browsers }: Pick<ErrorGroup, 'times' | 'browsers'>): number {
  return times - Object.values(browsers).reduce((sum, count) => sum + count, 0);
}

function wordsOf({ message, place, times, visitors }: ErrorGroup): string {
  const where = place === undefined ? '' : ` at ${cut(place)}`;
  const whom = visitors > 0 ? `, ${visitors} ${visitors === 1 ? 'visitor' : 'visitors'}` : '';
  return `"${cut(message)}"${where}, ${times} ${times === 1 ? 'time' : 'times'}${whom}`;
}

/** Bounded, whatever a release or a browser said. */
function toldOf(group: ErrorGroup): NonNullable<Finding['error']> {
  const { app: _app, release: _release, isNew: _isNew, place, ...told } = group;
  return {
    ...told,
    message: cut(group.message),
    ...(place !== undefined && { place: cut(place) }),
    frames: group.frames.slice(0, MOST_FRAMES).map(cut),
    routes: group.routes.slice(0, MOST_ROUTES).map(cut),
  };
}

function cut(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;
}
