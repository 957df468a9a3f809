import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import type {
  EntryEvent,
  ErrorEvent,
  EventMessage,
  ReleaseEvent,
} from '@voltframe/kit/contract/operations/event';
import type { FormEntry } from '@voltframe/kit/contract/operations/form-entry';
import type { HistoryAction, HistoryEntry } from '@voltframe/kit/contract/operations/history';
import { DAY_MS } from '@voltframe/kit/contract/units';
import type { HistoryStore } from '../history/history-store.ts';

/** Most entries of an app's history that are searched for a release. */
const MAX_ENTRIES = 200;

/** The live release of an app, and the release that was live before it. */
export interface LivePast {
  release: string;
  /** When it became live, ms since the epoch; undefined: before the entries of the history. */
  since: number | undefined;
  before: string | undefined;
}

/** A release is young for this time after it became live. */
const YOUNG_MS = DAY_MS;
/** Occurrences of an error on the server, at listed addresses, that make it an event. */
const FEWEST = 3;
const MOST_FRAMES = 5;
const MOST_CHARACTERS = 300;
const MOST_OF_NOTE = 2_000;

/** What each message has besides its subject. */
export type MessageFrame = Pick<EventMessage, 'id' | 'site'>;

const SUMMARIES: Partial<Record<HistoryAction, [ReleaseEvent['type'], summary: string]>> = {
  activate: ['deploy', '{app} {release} is live'],
  refuse: ['refusal', '{app} {release} was refused'],
  rollback: ['rollback', '{app} was rolled back to {release}'],
};

/** @returns the type of event that an entry of the history is; undefined: it is none. */
export function changeType({ action, app }: HistoryEntry): ReleaseEvent['type'] | undefined {
  return app === null ? undefined : SUMMARIES[action]?.[0];
}

/** @returns the message about an entry of the history, of bounded size; undefined: it is no event. Pure. */
export function changeMessage(entry: HistoryEntry, frame: MessageFrame): ReleaseEvent | undefined {
  const { at, app, actor, action, from, to, identity, note, waitsFor } = entry;
  const [type, summary] = SUMMARIES[action] ?? [];
  if (type === undefined || summary === undefined || app === null) return undefined;
  const [why = ''] = note.split('\n');
  const sentence = summary.replace('{app}', app).replace('{release}', to?.slice(0, 12) ?? 'no release');
  return {
    type,
    app,
    at,
    summary: why === '' ? sentence : `${sentence}: ${cut(why)}`,
    ...(to !== null && { release: to }),
    ...(identity && { identity }),
    ...(from !== null && { before: from }),
    actor,
    ...(note !== '' && { note: cut(note, MOST_OF_NOTE) }),
    ...(waitsFor && { waitsFor }),
    next: `mfe history ${app}`,
    ...frame,
  };
}

/**
 * @param groups errors of the live release.
 * @param now ms since the epoch.
 * @returns the errors of a young release that no earlier release had.
 */
export function newErrors(
  { release, since }: LivePast,
  groups: readonly ErrorGroup[],
  now: number,
): ErrorGroup[] {
  if (since === undefined || now - since > YOUNG_MS) return [];
  return groups.filter((group) => group.release === release && group.isNew && isCertain(group));
}

/** @param at ms since the epoch. @returns the message about a new error, of bounded size. Pure. */
export function errorMessage(group: ErrorGroup, at: number, frame: MessageFrame): ErrorEvent {
  const { id, app, release, kind, place, route, times, firstSeen, lastSeen } = group;
  const message = cut(group.message);
  const where = place === undefined ? '' : ` at ${cut(place)}`;
  return {
    type: 'new-error',
    app,
    at,
    summary: `${app} has a new error: "${message}"${where}, ${times} times`,
    release,
    error: {
      id,
      kind,
      message,
      ...(place !== undefined && { place: cut(place) }),
      frames: group.frames.slice(0, MOST_FRAMES).map((text) => cut(text)),
      ...(route !== undefined && { route: cut(route) }),
      times,
      firstSeen,
      lastSeen,
    },
    next: `mfe errors ${id}`,
    ...frame,
  };
}

/** @returns the message about an entry of a form. Pure. */
export function entryMessage(app: string, entry: FormEntry, frame: MessageFrame): EntryEvent {
  return {
    type: 'form-entry',
    app,
    at: Date.parse(entry.receivedAt),
    summary: `${app} has a new entry of ${entry.contract}`,
    entry,
    next: `mfe inbox ${app}`,
    ...frame,
  };
}

/** @returns whether an entry of the history says that its release became live. */
export function wentLive({ action }: HistoryEntry): boolean {
  return action === 'activate' || action === 'rollback';
}

/** @returns the entry of the history with which a release became live the last time; undefined = it never did. */
export async function liveEntry(
  state: Pick<HistoryStore, 'history'>,
  app: string,
  digest: string,
): Promise<HistoryEntry | undefined> {
  const entries = await state.history({ app, limit: MAX_ENTRIES });
  return entries.find((entry) => entry.to === digest && wentLive(entry));
}

/** @returns when a release became live the last time, ms since the epoch, by the history; undefined = it never did. */
export async function liveSince(...of: Parameters<typeof liveEntry>): Promise<number | undefined> {
  return (await liveEntry(...of))?.at;
}

/** @param history of the app, newest first. */
export function livePast(history: readonly HistoryEntry[], release: string): LivePast {
  const own = history.find((entry) => entry.to === release && entry.from !== release && wentLive(entry));
  return { release, since: own?.at, before: own?.from ?? undefined };
}

/** Anybody can send browser reports and invent addresses, so their texts are never sent. */
function isCertain({ source, times }: ErrorGroup): boolean {
  return source === 'listed' && times >= FEWEST;
}

function cut(text: string, most = MOST_CHARACTERS): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
