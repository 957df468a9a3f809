import type { NewToken } from '@voltframe/kit/contract/operations/credentials';
import { expect, test } from 'vitest';
import { pageDocument } from '../../../src/operations/page/layout.ts';
import { accessPage, revokePage } from '../../../src/operations/page/access-page.ts';
import { appPage } from '../../../src/operations/page/app-page.ts';
import { releasePage } from '../../../src/operations/page/release-page.ts';
import { historyPage, overviewPage } from '../../../src/operations/page/overview-page.ts';
import { errorPage, noErrorPage } from '../../../src/operations/page/errors.ts';
import { confirmPage, failurePage, refusedPage } from '../../../src/operations/page/confirm-page.ts';
import { appStatus, BAD, history, NOW, operator, release, statusOf } from './played-status.ts';
import { errorGroup } from './played-errors.ts';

const you = { ...operator, name: BAD };
const checks = [{ code: BAD, app: BAD, reason: BAD, fix: BAD }];
const bad = release(BAD, { source: BAD, checks });
const status = appStatus(BAD, {
  live: BAD,
  identity: { message: BAD },
  pinned: { by: BAD, at: NOW },
  newest: bad,
  warnings: [{ ...checks[0]!, owner: BAD, digest: BAD, lost: { kind: 'link', name: BAD } }],
});
const entries = [{ ...history[0]!, actor: BAD, app: BAD, from: BAD, to: BAD, note: BAD }];
const site = statusOf({
  site: { name: BAD, url: BAD },
  composition: { id: BAD, activatedAt: NOW },
  frozen: { by: BAD, at: NOW, reason: BAD },
  apps: [status],
  waiting: [{ app: BAD, digest: BAD, waitsFor: [BAD] }],
  held: [{ app: BAD, digest: BAD, by: 'pin' }],
  leases: [{ id: BAD, activatedAt: NOW, until: NOW }],
  previews: [{ id: BAD, apps: [BAD], until: NOW, url: BAD, by: BAD, madeAt: NOW }],
  upstreams: [
    {
      name: BAD,
      apps: [BAD],
      circuit: 'open',
      answers: 0,
      failing: 1,
      lastError: { code: BAD, reason: BAD, at: NOW },
    },
  ],
});
const error = errorGroup({
  app: BAD,
  release: BAD,
  message: BAD,
  place: BAD,
  frames: [BAD],
  route: BAD,
  browser: BAD,
});
const overview = {
  status: site,
  history: entries,
  you,
  done: BAD,
  now: NOW,
};
const routes = [{ path: BAD }];
const app = {
  app: BAD,
  status,
  releases: [bad],
  history: entries,
  you,
  done: BAD,
  now: NOW,
  errors: { groups: [error], more: true },
};

const token: NewToken = {
  id: BAD,
  role: 'team',
  app: BAD,
  name: BAD,
  createdAt: NOW,
  expiresAt: NOW,
  lastUsedAt: null,
  token: BAD,
};

test.each([
  ['the overview', overviewPage(overview)],
  ['an app', appPage(app)],
  [
    'a release',
    releasePage({
      summary: bad,
      routes,
      files: 1,
      bytes: 1,
      held: false,
      pinned: false,
      you,
      now: NOW,
    }),
  ],
  ['the history', historyPage(entries, NOW)],
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
      live: undefined,
      now: NOW,
    }),
  ],
  ['an unknown error', noErrorPage(BAD)],
  ['the tokens', accessPage([token], [BAD], NOW, token)],
  ['a revocation', revokePage(token)],
])('%s escapes the texts of apps, teams and visitors', (_, body) => {
  const text = pageDocument({ title: BAD, you, body });
  expect(text).not.toContain('<script');
  expect(text).toContain('&lt;script&gt;');
  expect(text).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39|#x27|apos);)/);
});
