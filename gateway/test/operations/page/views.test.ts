import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { AppStatus, ReleaseSummary, Status } from '@voltframe/kit/contract/operations/site-status';
import type { Token } from '@voltframe/kit/contract/operations/token';
import { expect, test } from 'vitest';
import { pageDocument } from '../../../src/operations/page/layout.ts';
import * as views from '../../../src/operations/page/views.ts';

const BAD = `"><script>alert('1')</script>&`;
const AT = Date.UTC(2026, 10, 21);
const DIGEST = 'd'.repeat(64);
const operator = { role: 'operator', app: null, name: BAD } as Token;
const team = (app: string) => ({ role: 'team', app, name: app }) as Token;
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
const overview = {
  status: site,
  waiting: [release()],
  held: [release()],
  history,
  you: operator,
  done: BAD,
};
const app = {
  app: BAD,
  status: status(),
  held: undefined,
  releases: [release()],
  history,
  you: operator,
  done: BAD,
};

test('an app whose pages lead nowhere since another one changed is told so, on its page and in the overview', () => {
  const pages = [views.appPage(app), views.overviewPage(overview)].map((body) =>
    pageDocument({ title: BAD, you: operator, body }),
  );
  expect(pages[0]).toContain('id="to-mend"');
  expect(pages[1]).toContain('to mend');
  const mended = views.appPage({ ...app, status: { ...status(), warnings: undefined } as never });
  expect(pageDocument({ title: BAD, you: operator, body: mended })).not.toContain('to-mend');
});

test('the overview says when the disk is almost full', () => {
  const withDisk = (freeBytes: number) => {
    const low = { ...site, disk: { freeBytes, reserveBytes: 2 ** 20 } };
    return pageDocument({
      title: BAD,
      you: operator,
      body: views.overviewPage({ ...overview, status: low }),
    });
  };
  expect(withDisk(2 ** 19)).toMatch(/0.5 MB are free, and\s+1 MB\s+stay/);
  expect(withDisk(2 ** 20)).not.toContain('almost full');
});

test.each([
  ['the overview', views.overviewPage(overview)],
  ['an app', views.appPage(app)],
  ['the history', views.historyPage(history)],
  ['a question', views.confirmPage('rollback', { app: BAD, digest: BAD }, BAD)],
  [
    'a refusal',
    views.refusedPage({ accepted: false, activated: false, releases: [{ app: BAD, digest: BAD }], checks }),
  ],
  ['an error', views.errorPage(BAD, BAD)],
])('%s shows what apps, teams and visitors say as text', (_, body) => {
  const text = pageDocument({ title: BAD, you: operator, body });
  expect(text).not.toContain('<script');
  expect(text).toContain('&lt;script&gt;');
  expect(text).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39|#x27|apos);)/);
});

const linksOf = (you: Token) =>
  [...views.appPage({ ...app, app: 'docs', you }).text.matchAll(/href="\/-\/do\/(\w+)/g)].map(
    ([, name]) => name,
  );

test('who may do it sees what leads to it', () => {
  expect(linksOf(operator)).toEqual(['rollback', 'unpin', 'retire', 'rollback', 'pin']);
  expect(linksOf(team('docs'))).not.toContain('retire');
  expect(linksOf(team('news'))).toEqual([]);
});

test('the shell is not retired, a live release not made live', () => {
  const { text } = views.appPage({
    ...app,
    status: status({ kind: 'shell' }),
    releases: [release({ live: true })],
  });
  expect(text).not.toContain('/-/do/retire');
  expect(text).not.toContain('Make live');
});

test('only a freeze asks for a reason, and a form carries what it is about', () => {
  expect(views.confirmPage('freeze', { app: '' }, undefined).text).toContain('name="reason"');
  const { text } = views.confirmPage('pin', { app: 'docs', digest: DIGEST }, DIGEST);
  expect(text).not.toContain('name="reason"');
  expect(text).toContain(`name="digest" value="${DIGEST}"`);
});

test('a token that does not work is said to the field', () => {
  expect(views.signInPage(true).text).toContain('aria-describedby="wrong"');
  expect(views.signInPage(false).text).not.toContain('wrong');
});

test.each([
  [{ by: 'ada', at: AT }, 'waits for the pin to end'],
  [null, 'waits for the freeze to end'],
])('what is held says why, and can be taken back (pinned: %o)', (pinned, words) => {
  const about = { ...status({ app: 'docs', held: DIGEST, newest: release(), pinned }), checks: [] };
  const held = { app: 'docs', digest: DIGEST, by: pinned ? ('pin' as const) : ('freeze' as const) };
  const page = views.appPage({ ...app, app: 'docs', status: about, held }).text;
  const all = views.overviewPage({
    ...overview,
    status: { ...site, apps: [about], held: [held] },
    waiting: [],
    held: [release({ app: 'docs' })],
  }).text;
  for (const text of [page, all]) {
    expect(text).toContain(words);
    expect(text).toContain('/-/do/withdraw?app=docs');
  }
  expect(views.appPage({ ...app, app: 'docs', status: about }).text).not.toContain('/-/do/withdraw');
});

test('a release is named by where it came from, before its digest', () => {
  const identity = { commit: 'a1b2c3d4', message: BAD, url: 'https://example.com/"><script>' };
  const { text } = views.appPage({
    app: 'docs',
    status: undefined,
    held: undefined,
    releases: [release({ identity, rolledBackAt: AT })],
    history: [],
    you: operator,
    done: undefined,
  });
  expect(text).toMatch(new RegExp(`releases/${DIGEST}">a1b2c3d .*</a> <code[^>]*>${DIGEST.slice(0, 12)}`));
  expect(text).not.toContain('example.com');
  expect(text).toContain('rolled back');
  expect(text).not.toContain('<script>');
});
