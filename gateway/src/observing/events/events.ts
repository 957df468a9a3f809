import { type Alert, EVENTS, type EventType, type SiteEvent } from '@voltframe/kit/contract/operations/event';
import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import type { HistoryAction, HistoryEntry } from '@voltframe/kit/contract/operations/history';
import { outcomeText, type Replay } from '@voltframe/kit/contract/operations/replay';
import type { StateStore } from '../../platform/database/state-store.ts';

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
const YOUNG_MS = 24 * 3_600_000;
/** Occurrences of an error on the server, at listed addresses, that make it an event. */
const FEWEST = 3;
const MOST_FRAMES = 5;
const MOST_ROUTES = 5;
const MOST_CHARACTERS = 300;
const MOST_OF_NOTE = 2_000;

const TYPE_OF = new Map<HistoryAction, EventType>(
  Object.entries(EVENTS).flatMap(([type, kind]) =>
    'actions' in kind
      ? kind.actions.map((action): [HistoryAction, EventType] => [action, type as EventType])
      : [],
  ),
);

/**
 * @param id makes the id of the event.
 * @param receivers names of the receivers of events of the whole site.
 * @returns the events that an entry of the history is: one, or one for each receiver. Pure.
 */
export function historyEvents(
  entry: HistoryEntry,
  id: (app: string) => string,
  receivers: readonly string[],
): SiteEvent[] {
  const { at, actor, action, from, to, note, waitsFor } = entry;
  const type = waitsFor ? 'waiting' : TYPE_OF.get(action);
  if (!type) return [];
  const [why = ''] = note.split('\n');
  return (entry.app === null ? receivers : [entry.app]).map((app) => ({
    id: id(app),
    type,
    app,
    at,
    summary: summaryOf(type, app, to, why),
    ...(to !== null && { release: to }),
    ...(from !== null && { before: from }),
    actor,
    ...(note && { note: cut(note, MOST_OF_NOTE) }),
    ...(waitsFor && { waitsFor }),
  }));
}

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
    .filter((group) => group.release === release && group.isNew && isCertain(group))
    .map((group) => ({ summary: `${app} has a new error: ${textOf(group)}`, error: publicPart(group) }));
}

/** An event of a release that a room above reports. */
export interface Seen {
  type: EventType;
  /** The app of the event; `*` tells operators. */
  app: string;
  /** The release that was seen, and its app. */
  of: { app: string; release: string };
  /** An event with the same key is stored once. */
  key: string[];
  /** The reason, one line of text. */
  why?: string | undefined;
  note?: string | undefined;
  replay?: Replay | undefined;
}

/** @param at ms since the epoch. @returns the event in bounded size. Pure. */
export function seenEvent(
  { type, app, of, why = '', note = '', replay }: Seen,
  at: number,
): Omit<SiteEvent, 'id'> {
  return {
    type,
    app,
    at,
    summary: summaryOf(type, of.app, of.release, why),
    release: of.release,
    ...(replay?.before !== undefined && { before: replay.before }),
    ...(note && { note: cut(note, MOST_OF_NOTE) }),
    ...(replay && { replay: publicReplay(replay) }),
  };
}

/** @returns the outcomes of a replay as text, a line each. */
export function replayNote({ request, accused, earlier, before }: Replay): string {
  return [
    `Request: ${request}`,
    `This release: ${outcomeText(accused)}`,
    ...(earlier ? [`${before?.slice(0, 12) ?? 'The release before'}: ${outcomeText(earlier)}`] : []),
  ].join('\n');
}

function publicReplay({ blame, request, accused, earlier }: Replay): NonNullable<SiteEvent['replay']> {
  const short = (outcome: Replay['accused']): Replay['accused'] => {
    if (outcome.type === 'answered') return outcome;
    const reason = cut(outcome.reason);
    if (outcome.type === 'untried') return { type: 'untried', reason };
    const frames = outcome.frames?.slice(0, MOST_FRAMES).map((text) => cut(text));
    return { type: 'failed', reason, ...(frames && { frames }) };
  };
  return {
    blame,
    request: cut(request),
    accused: short(accused),
    ...(earlier && { earlier: short(earlier) }),
  };
}

function summaryOf(type: EventType, app: string, release: string | null, why: string): string {
  const sentence = EVENTS[type].summary
    .replace('{app}', app)
    .replace('{release}', release?.slice(0, 12) ?? 'no release');
  return `${sentence}${why && `: ${cut(why)}`}`;
}

/** @returns whether an entry of the history says that its release became live. */
export function wentLive({ action }: HistoryEntry): boolean {
  return action === 'activate' || action === 'rollback' || action === 'fallback';
}

/** @returns the entry of the history with which a release became live the last time; undefined = it never did. */
export async function liveEntry(
  state: Pick<StateStore, 'history'>,
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

/**
 * @returns digest of the release that it replaced when it became live the last time; undefined = none did, or it never
 * was.
 */
export async function liveBefore(
  state: Pick<StateStore, 'history'>,
  app: string,
  digest: string,
): Promise<string | undefined> {
  const entries = await state.history({ app, limit: MAX_ENTRIES });
  return livePast(entries, digest).before;
}

/** @param history of the app, newest first. */
export function livePast(history: readonly HistoryEntry[], release: string): LivePast {
  const own = history.find((entry) => entry.to === release && entry.from !== release && wentLive(entry));
  return { release, since: own?.at, before: own?.from ?? undefined };
}

/**
 * Anybody can send browser reports and invent addresses, so their texts are never sent. Failures that browsers report
 * become an event when the witness has confirmed them.
 */
function isCertain({ browsers, unlisted, times }: ErrorGroup): boolean {
  return Object.keys(browsers).length === 0 && !unlisted && times >= FEWEST;
}

function textOf({ message, place, times }: ErrorGroup): string {
  const where = place === undefined ? '' : ` at ${cut(place)}`;
  return `"${cut(message)}"${where}, ${times} times`;
}

/** @returns the error in bounded size. */
function publicPart(group: ErrorGroup): NonNullable<Alert['error']> {
  const { app: _app, release: _release, isNew: _isNew, place, ...shown } = group;
  return {
    ...shown,
    message: cut(group.message),
    ...(place !== undefined && { place: cut(place) }),
    frames: group.frames.slice(0, MOST_FRAMES).map((text) => cut(text)),
    routes: group.routes.slice(0, MOST_ROUTES).map((text) => cut(text)),
  };
}

function cut(text: string, most = MOST_CHARACTERS): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
