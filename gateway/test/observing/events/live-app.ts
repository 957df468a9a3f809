import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';

export const NOW = Date.parse('2026-11-22T12:00:00Z');
export const HOUR = 3_600_000;
export const LIVE = 'b'.repeat(64);
export const BEFORE = 'a'.repeat(64);

export function errorGroup(changed: Partial<ErrorGroup> = {}): ErrorGroup {
  return {
    id: '7k2m9x1q',
    app: 'blog',
    release: LIVE,
    kind: 'loader',
    message: 'late is not defined',
    place: 'src/pages/post.tsx:12',
    frames: ['Post (blog src/pages/post.tsx:12)'],
    routes: ['post'],
    browsers: {},
    times: 12,
    visitors: 0,
    firstSeen: NOW - HOUR,
    lastSeen: NOW,
    composition: 'c'.repeat(32),
    isNew: true,
    ...changed,
  };
}

export function historyEntry(changed: Partial<HistoryEntry> = {}): HistoryEntry {
  return {
    at: NOW,
    actor: 'blog CI',
    action: 'activate',
    app: 'blog',
    from: null,
    to: LIVE,
    note: '',
    ...changed,
  };
}

/** The data of one app that alerts depend on. */
export interface LiveApp {
  release: string;
  history: HistoryEntry[];
  groups: ErrorGroup[];
}

/** An app without errors, whose live release is two hours old and replaced another one. */
export function liveApp(changed: Partial<LiveApp> & { since?: number } = {}): LiveApp {
  const { release = LIVE, since = NOW - 2 * HOUR, groups = [] } = changed;
  return {
    release,
    history: changed.history ?? [historyEntry({ at: since, from: BEFORE, to: release })],
    groups,
  };
}
