import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { AppStatus, ReleaseSummary, Status } from '@voltframe/kit/contract/operations/site-status';
import type { Token } from '@voltframe/kit/contract/operations/credentials';

/** A healthy site. */
export const NOW = Date.UTC(2026, 10, 22, 16, 30);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const operator = { role: 'operator', app: null, name: 'ada' } as Token;
export const team = (app: string) => ({ role: 'team', app, name: `${app} CI` }) as Token;
/** A text that is a script where it is not escaped. */
export const BAD = `"><script>alert('1')</script>&`;
export const digest = (digit: string): string => digit.repeat(64);

export const appStatus = (app: string, more: Partial<AppStatus> = {}): AppStatus => ({
  app,
  kind: app === 'shell' ? 'shell' : 'remote',
  live: digest('a'),
  contract: { version: 1, left: 1 },
  identity: { commit: 'a1b2c3d4e5', message: `Say it shorter on the first page of ${app}`, author: 'ada' },
  activatedAt: NOW - 4 * MINUTE,
  routes: 5,
  pinned: null,
  ...more,
});

export const release = (app: string, more: Partial<ReleaseSummary> = {}): ReleaseSummary => ({
  app,
  digest: digest('a'),
  state: 'admitted',
  live: false,
  source: 'push',
  receivedAt: NOW - 26 * HOUR,
  rolledBackAt: null,
  checks: [],
  ...more,
});

export const statusOf = (more: Partial<Status> = {}): Status => ({
  site: { name: 'Voltframe', url: 'https://voltframe.example' },
  composition: { id: digest('7'), activatedAt: NOW - 4 * MINUTE },
  contract: { oldest: 1, newest: 1, kit: 'voltframe-kit-1.0.0.tgz' },
  frozen: null,
  apps: [appStatus('blog'), appStatus('legal', { activatedAt: NOW - 75 * HOUR }), appStatus('shell')],
  leases: [],
  previews: [],
  you: { role: 'operator', app: null, name: 'ada' },
  ...more,
});

export const history: HistoryEntry[] = [
  {
    at: NOW - 4 * MINUTE,
    actor: 'blog CI',
    action: 'activate',
    app: 'blog',
    from: digest('b'),
    to: digest('a'),
    note: '',
    identity: { commit: 'a1b2c3d4e5', message: 'Say it shorter on the first page of blog', author: 'ada' },
  },
];

/** @returns the text of a view as it is read, without its tags */
export const wordsOf = (view: { text: string } | false): string =>
  view === false
    ? ''
    : view.text
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim();
