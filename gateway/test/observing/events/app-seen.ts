import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import type { AppSeen } from '../../../src/observing/events/rules/app-seen.ts';

export const NOW = Date.parse('2026-11-22T12:00:00Z');
export const HOUR = 3_600_000;
export const LIVE = 'b'.repeat(64);
export const BEFORE = 'a'.repeat(64);

export function errorGroup(changed: Partial<ErrorGroup> = {}): ErrorGroup {
  return {
    id: '7k2m9x1q',
    app: 'blog',
    release: LIVE,
    kind: 'render',
    message: 'late is not defined',
    place: 'src/pages/post.tsx:12',
    frames: ['Post (blog src/pages/post.tsx:12)'],
    routes: ['post'],
    browsers: { chromium: 12 },
    times: 12,
    visitors: 5,
    firstSeen: NOW - HOUR,
    lastSeen: NOW,
    composition: 'c'.repeat(32),
    isNew: true,
    ...changed,
  };
}

/** An app whose live release is two hours old, after one that was live for four days; nothing went wrong. */
export function appSeen(changed: Partial<AppSeen> = {}): AppSeen {
  return {
    app: 'blog',
    now: NOW,
    live: { release: LIVE, since: NOW - 2 * HOUR },
    before: { release: BEFORE, since: NOW - 98 * HOUR },
    groups: [],
    errors: [],
    views: [],
    vitals: [],
    ...changed,
  };
}
