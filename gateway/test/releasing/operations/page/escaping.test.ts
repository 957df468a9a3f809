import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { AppStatus, ReleaseSummary, Status } from '@voltframe/kit/contract/operations/site-status';
import type { Token } from '@voltframe/kit/contract/operations/credentials';
import { expect, test } from 'vitest';
import { pageDocument } from '../../../../src/releasing/operations/page/layout.ts';
import { appPage } from '../../../../src/releasing/operations/page/app-page.ts';
import { releasePage } from '../../../../src/releasing/operations/page/release-page.ts';
import { historyPage, overviewPage } from '../../../../src/releasing/operations/page/overview-page.ts';
import { errorPage, noErrorPage } from '../../../../src/releasing/operations/page/errors.ts';
import {
  confirmPage,
  failurePage,
  refusedPage,
} from '../../../../src/releasing/operations/page/confirm-page.ts';
import { BAD } from './played-status.ts';
import { errorGroup, figuresOf, measurement, seenOf } from './played-seen.ts';

const AT = Date.UTC(2026, 10, 21);
const DIGEST = 'd'.repeat(64);
const operator = { role: 'operator', app: null, name: BAD } as Token;
const checks = [{ code: BAD, app: BAD, reason: BAD, fix: BAD }];
const release = (more: Partial<ReleaseSummary> = {}): ReleaseSummary => ({
  app: BAD,
  digest: DIGEST,
  state: 'admitted',
  live: false,
  source: BAD,
  receivedAt: AT,
  rolledBackAt: null,
  checks,
  ...more,
});
const status = (more: Partial<AppStatus> = {}) =>
  ({
    app: BAD,
    kind: 'remote',
    live: BAD,
    activatedAt: AT,
    routes: 1,
    pinned: { by: BAD, at: AT },
    newest: release(),
    warnings: [{ ...checks[0], owner: BAD, digest: DIGEST, lost: { kind: 'link', name: BAD } }],
    ...more,
  }) as AppStatus;
const history = [
  { at: AT, actor: BAD, action: 'refuse', app: BAD, from: BAD, to: BAD, note: BAD },
] as HistoryEntry[];
const site = {
  site: { name: BAD, url: BAD },
  composition: { id: BAD, activatedAt: AT },
  frozen: { by: BAD, at: AT, reason: BAD },
  apps: [status()],
  leases: [{ id: BAD, activatedAt: AT, until: AT }],
  previews: [{ id: BAD, apps: [BAD], until: AT, url: BAD }],
} as unknown as Status;
const error = errorGroup({
  app: BAD,
  release: BAD,
  message: BAD,
  place: BAD,
  frames: [BAD],
  routes: [BAD],
  browsers: { [BAD]: 1 },
});
const routes = { [BAD]: measurement() };
const figures = figuresOf({
  app: BAD,
  measured: { routes },
  measuredBefore: { routes: { [`${BAD}2`]: measurement() } },
});
const overview = {
  status: site,
  waiting: [release()],
  held: [release()],
  history,
  seen: [seenOf(BAD, { groups: [error], hours: [{ release: BAD, hourMs: AT, times: 1 }], figures })],
  you: operator,
  done: BAD,
  now: AT,
};
const app = {
  app: BAD,
  status: status(),
  held: undefined,
  releases: [release()],
  history,
  you: operator,
  done: BAD,
  now: AT,
  seen: seenOf(BAD, { groups: [error], more: true, figures }),
  routes: [{ id: BAD, path: BAD, budget: { js: 1, css: 1 } }],
};

test.each([
  ['the overview', overviewPage(overview)],
  ['an app', appPage(app)],
  [
    'a release',
    releasePage({
      summary: release(),
      routes: [{ id: BAD, path: BAD, budget: { js: 1, css: 1 } }],
      files: 1,
      bytes: 1,
      held: false,
      pinned: false,
      figures,
      errors: [error],
      you: operator,
      now: AT,
    }),
  ],
  ['the history', historyPage(history, AT)],
  ['a confirmation', confirmPage('rollback', { app: BAD, digest: BAD }, BAD)],
  [
    'a refusal',
    refusedPage({ accepted: false, activated: false, releases: [{ app: BAD, digest: BAD }], checks }),
  ],
  ['a failure', failurePage(BAD, BAD)],
  [
    'an error',
    errorPage({
      app: BAD,
      id: BAD,
      groups: [error],
      hours: [{ release: BAD, hourMs: AT, times: 1 }],
      identities: new Map(),
      live: undefined,
      now: AT,
    }),
  ],
  ['an unknown error', noErrorPage(BAD)],
])('%s escapes the texts of apps, teams and visitors', (_, body) => {
  const text = pageDocument({ title: BAD, you: operator, body });
  expect(text).not.toContain('<script');
  expect(text).toContain('&lt;script&gt;');
  expect(text).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39|#x27|apos);)/);
});
