import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { ErrorGroupList } from '@voltframe/kit/contract/operations/error-groups';
import type { ReleaseList, Status } from '@voltframe/kit/contract/operations/site-status';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { PAGES } from '../containers/visitors.ts';
import { APPS, changedDraft, type Draft, readDraft } from './draft-release.ts';
import { isShort } from './fault-form.ts';
import { type FaultGateway, startFaultGateway } from './fault-gateway.ts';
import { hostileRequests, sendHostile } from './hostile/visitors/hostile-requests.ts';
import { type OrdinaryVisitors, startVisitors } from './hostile/visitors/ordinary-visitors.ts';
import {
  burning,
  DEEDS,
  FIRST_UNTRIED,
  itemPage,
  ODD,
  onItem,
  PLANTED,
  plantedRelease,
  untriedPages,
} from './planted-release.ts';
import { pushDrafts } from './push-drafts.ts';

/** `RENDER_TIMEOUT`, in seconds: the default in the long form. */
const TIMEOUT_S = isShort ? 2 : 10;
const SETTINGS = {
  RENDER_TIMEOUT: `${TIMEOUT_S}s`,
  RENDER_MEMORY_MB: '128',
  TRUST_PROXY: 'loopback',
  SITE_URL: 'http://site.example',
};
/** The part of the time limit that a slow page uses: 1.6 s of 10 s. */
const SLOW_SHARE = 0.16;
const HOSTILE = 200;
/** A faulty release, and a healthy one with hostile visitors. */
const PAIRS = isShort ? 1 : 20;
/** The faulty page and another page. */
const [FAULTY, OTHER] = [207, 208];
/** Milliseconds after the third failed visit. */
const BACK_WITHIN_MS = 60_000;
const LEAK_BACK_WITHIN_MS = 10 * 60_000;
const CALLS_OF_LEAK = 40;
/** The length of an array that a call leaks. Forty of them exceed the memory of a process. */
const LEAK_LENGTH = 4e5;
/** The length of an array that exceeds the memory of a process. */
const TOO_LONG = 3e7;

let gateway: FaultGateway;
let visitors: OrdinaryVisitors;
let published = 0;

/** Every app has an earlier release for a fallback. */
beforeAll(async () => {
  gateway = await startFaultGateway({ env: SETTINGS });
  await push(...APPS.map((app) => readDraft(app)), plantedRelease({ mark: 'first' }));
  const second = (['blog', 'marketing'] as const).map((app) => changedDraft(app, 'second'));
  await push(...second, plantedRelease({ mark: 'second' }));
  visitors = startVisitors(gateway.url, [...PAGES, '/docs']);
});
afterAll(() => gateway.stop());

async function push(...drafts: Draft[]): Promise<void> {
  const { text, verdict } = await pushDrafts(gateway, drafts);
  if (!verdict?.activated) throw new Error(`it did not go live: ${text.slice(0, 500)}`);
}

async function publish(planted: Omit<Parameters<typeof plantedRelease>[0], 'mark'> = {}): Promise<string> {
  const draft = plantedRelease({ mark: `release ${published++}`, ...planted });
  await push(draft);
  return draft.release.digest;
}

async function operations<Answer>(at: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${gateway.token}` };
  return (await (await fetch(gateway.opsUrl + at, { headers })).json()) as Answer;
}

/** @returns the sum of the rows of a metric. */
async function metric(name: string): Promise<number> {
  const headers = { authorization: `Bearer ${gateway.token}` };
  const text = await (await fetch(`${gateway.opsUrl}/-/metrics`, { headers })).text();
  const rows = [...text.matchAll(new RegExp(`^voltframe_${name}(?:\\{.*\\})? (\\d+)$`, 'gm'))];
  return rows.reduce((sum, [, value]) => sum + Number(value), 0);
}

async function live(): Promise<Record<string, string | null>> {
  const { apps } = await operations<Status>('/-/status');
  return Object.fromEntries(apps.map(({ app, live: digest }) => [app, digest]));
}

/** The state that hostile visitors must not change. */
async function decisions() {
  const apps = [...APPS, PLANTED];
  const lists = await Promise.all(apps.map((app) => operations<ReleaseList>(`/-/releases/${app}?limit=200`)));
  const { groups } = await operations<ErrorGroupList>('/-/errors?limit=200');
  return {
    live: await live(),
    states: lists.flatMap(({ releases }) =>
      releases.map(({ digest, state, rolledBackAt }) => ({ digest, state, left: rolledBackAt !== null })),
    ),
    ends: await metric('render_process_ends_total'),
    errors: groups.map(({ app, message }) => `${app}: ${message}`).toSorted(),
  };
}

async function visit(page: string): Promise<number> {
  const response = await fetch(gateway.url + page);
  await response.arrayBuffer();
  return response.status;
}

async function fallbackFrom(digest: string): Promise<HistoryEntry | undefined> {
  const { history } = await operations<{ history: HistoryEntry[] }>(`/-/history?app=${PLANTED}`);
  return history.find(({ action, from }) => action === 'fallback' && from === digest);
}

async function backFrom(bad: string, good: string, page: string, withinMs = BACK_WITHIN_MS): Promise<void> {
  const entry = await vi.waitUntil(() => fallbackFrom(bad), { timeout: withinMs, interval: 250 });
  expect(entry).toMatchObject({ from: bad, to: good });
  expect(entry.note).toContain(page);
  expect((await live())[PLANTED]).toBe(good);
}

describe('hostile visitors cause no fallback', () => {
  test.each([1, 50])(
    '%i networks with odd, over-long and huge requests change no decision',
    async (networks) => {
      const before = await decisions();
      const statuses = await sendHostile(gateway.url, hostileRequests(HOSTILE, gateway.url), networks);
      console.log(`${HOSTILE} hostile requests of ${networks} networks: ${JSON.stringify(statuses)}`);
      expect(Object.keys(statuses).filter((status) => status === '500' || status === '502')).toEqual([]);
      expect(await decisions()).toEqual(before);
    },
  );

  test('parallel requests for slow pages and for pages with many files change no decision', async () => {
    const slow = burning(SLOW_SHARE * TIMEOUT_S * 1000);
    await publish({ deed: `if (Number(item) >= ${FAULTY}) { ${slow} }`, readsFiles: true });
    const { errors: ofBefore, ...before } = await decisions();
    const slowPages = Array.from({ length: 8 }, (_, index) => itemPage(FAULTY + index));
    const statuses = await Promise.all(slowPages.map(visit));
    const pages = untriedPages(48);
    const twelve = Array.from({ length: 12 }, async (_, visitor) => {
      for (let at = visitor; at < pages.length; at += 12) statuses.push(await visit(pages[at]!));
    });
    await Promise.all(twelve);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    // Visits over the time limit answer 503, which is reported to the team.
    const { errors, ...after } = await decisions();
    expect(after).toEqual(before);
    expect(errors.filter((error) => !/took longer|wait for its process/.test(error))).toEqual(ofBefore);
  });
});

describe('the gateway falls back from a release that fails on a listed page', () => {
  // The short form has one of each kind: this page, a throw in the pair below, and the end of a process in the leak.
  const deeds = Object.entries(DEEDS).filter(([name]) => !isShort || name === 'never answers');
  test.each(deeds)('when the page %s', async (_, deed) => {
    const good = await publish();
    const bad = await publish({ deed: onItem(FAULTY, deed) });
    for (let time = 0; time < 3; time++) expect(await visit(itemPage(FAULTY))).toBeGreaterThan(499);
    await backFrom(bad, good, itemPage(FAULTY));
    expect(await visit(itemPage(FAULTY))).toBe(200);
  });

  test('one release back, and stays on that release when it fails too', async () => {
    await publish();
    const before = await publish({ deed: onItem(FAULTY, DEEDS.throws) });
    const bad = await publish({ deed: onItem(OTHER, DEEDS.throws) });
    for (let time = 0; time < 3; time++) expect(await visit(itemPage(OTHER))).toBeGreaterThan(499);
    await backFrom(bad, before, itemPage(OTHER));
    const replays = await metric('replays_total');
    for (let time = 0; time < 3; time++) expect(await visit(itemPage(FAULTY))).toBeGreaterThan(499);
    await vi.waitUntil(async () => (await metric('replays_total')) > replays, BACK_WITHIN_MS);
    expect((await live())[PLANTED]).toBe(before);
  });

  test('when a leak ends its process after 40 calls', async () => {
    const good = await publish();
    const ends = `if (++calls > ${CALLS_OF_LEAK}) held.push(new Array(${TOO_LONG}).fill(item));`;
    const leaks = isShort ? ends : `held.push(new Array(${LEAK_LENGTH}).fill(item));`;
    const bad = await publish({
      once: 'let calls = 0; const held = [];',
      deed: `if (Number(item) >= ${FIRST_UNTRIED}) { ${leaks} }`,
    });
    for (const page of untriedPages(240)) await visit(page);
    await backFrom(bad, good, 'listed pages in their order', LEAK_BACK_WITHIN_MS);
    expect((await live())[PLANTED]).toBe(good);
  });

  test(`for ${PAIRS} of ${PAIRS} faulty releases, and for none of ${PAIRS} healthy ones with hostile visitors`, async () => {
    const back = { faulty: 0, healthy: 0 };
    let good = await publish();
    for (let pair = 0; pair < PAIRS; pair++) {
      const bad = await publish({ deed: onItem(FAULTY, Object.values(DEEDS)[pair % 4]!) });
      for (let time = 0; time < 3; time++) await visit(itemPage(FAULTY));
      await backFrom(bad, good, itemPage(FAULTY));
      back.faulty++;
      good = await publish({ deed: ODD });
      const replays = await metric('replays_total');
      const odd = Array.from({ length: 60 }, (_, index) => ({ path: `/items/odd-${pair}-${index % 20}` }));
      const huge = Array.from({ length: 3 }, (_, index) => ({ path: `/items/huge-${pair}-${index}` }));
      await sendHostile(gateway.url, [...odd, ...huge, ...hostileRequests(40, gateway.url)], 50);
      await vi.waitUntil(async () => (await metric('replays_total')) > replays + 2, BACK_WITHIN_MS);
      if ((await live())[PLANTED] !== good) back.healthy++;
    }
    console.log(`releases that went back: ${JSON.stringify(back)}`);
    expect(back).toEqual({ faulty: PAIRS, healthy: 0 });
  });
});

test('no ordinary visitor met a failure during these tests', async () => {
  const { visits, failures } = await visitors.stop();
  console.log(`${visits} ordinary visits, ${failures.length} failed`);
  expect(failures).toEqual([]);
  expect(visits).toBeGreaterThan(100);
});
