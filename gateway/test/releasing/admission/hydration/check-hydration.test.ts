import { expect, test } from 'vitest';
import type { ServedComposition } from '../../../../src/serving/compositions/served-composition.ts';
import { createHydrationCheck } from '../../../../src/releasing/admission/hydration/check-hydration.ts';
import {
  createPageRunner,
  type Signals,
} from '../../../../src/releasing/admission/hydration/hydrate-pages.ts';
import type { Hydrator } from '../../../../src/releasing/admission/hydration/hydrator.ts';
import { type PlayedSite, playedSite } from '../../../fixtures/played-site.ts';

test.each([
  ['at a first start, one page of each route is hydrated: no visitor is served meanwhile', true],
  ['beside a live site, as many pages are hydrated as the time allows', false],
])('%s', (_, isFirst) => {
  const begun: Signals[] = [];
  const begin = createHydrationCheck({
    hydrate(_releases, signals) {
      begun.push(signals);
      return { pages: async () => ({ failed: [], passed: [] }), exposes: async () => [], end() {} };
    },
    now: () => 0,
    admissionTimeoutMs: ADMISSION_MS,
    clock: () => 0,
  });
  const candidate = { releases: {}, scripts: {} } as unknown as ServedComposition;
  const live = isFirst ? undefined : candidate;
  begin({
    served: candidate,
    changed: new Set(),
    live,
    signal: new AbortController().signal,
  }).end();
  expect(begun.map(({ hurry, enough, signal }) => [hurry(), enough(), signal.aborted])).toEqual([
    [isFirst, false, false],
  ]);
});

/** The most routes that a release may have, each with an expose of its own. */
const MOST_ROUTES = 500;
const PAGE_MS = 1_000;
const ADMISSION_MS = 60_000;

/** A machine on which each page takes a second, by a clock that only pages move. @param broken whether a page fails. */
function slowMachine(broken: (path: string) => boolean = () => false) {
  let ms = 0;
  const tried: string[] = [];
  const hydrate: Hydrator = (_, signals) => {
    const ask = async ({ url }: { url: string }): Promise<unknown> => {
      ms += PAGE_MS;
      const { pathname } = new URL(url);
      tried.push(pathname);
      return { state: broken(pathname) ? 'late' : 'hydrated', notes: [] };
    };
    const runner = createPageRunner(() => ({ ask, hasEnded: false, end() {} }), signals);
    return {
      exposes: async () => [],
      end: runner.end,
      async pages(pages) {
        const looked = await runner.run(pages);
        const failed = [...looked].flatMap(([page, failure]) =>
          failure
            ? [{ page, reason: failure.reason, at: [], elsewhere: false, isStyles: false, untried: false }]
            : [],
        );
        return { failed, passed: [...looked.keys()].filter((page) => !looked.get(page)) };
      },
    };
  };
  const begin = createHydrationCheck({
    hydrate,
    now: () => 0,
    admissionTimeoutMs: ADMISSION_MS,
    clock: () => ms,
  });
  return { begin, tried, elapsed: () => ms };
}

const largest = Object.fromEntries(
  Array.from({ length: MOST_ROUTES }, (_, index) => [`/docs/p${index}`, 'x']),
);

type Apps = Record<string, Record<string, string>>;

/** @param apps each path → HTML. @param scripts of all apps. */
function siteOf(apps: Apps, scripts: Record<string, string> = {}): PlayedSite {
  const played = Object.entries(apps).map(([app, pages]) => [app, { pages, client: scripts }] as const);
  return playedSite(Object.fromEntries(played));
}

/** Checks a site by an admission of its own. @param live the live site. */
async function admit(
  { begin }: ReturnType<typeof slowMachine>,
  candidate: ServedComposition,
  { changed = ['docs', 'terms'], live }: { changed?: string[]; live?: ServedComposition } = {},
) {
  const signal = new AbortController().signal;
  const { findings, end } = begin({
    served: candidate,
    changed: new Set(changed),
    live: live ?? siteOf({}),
    signal,
  });
  const found = await findings();
  end();
  return found;
}

test('the check of a release with the most routes ends after half of the admission time', async () => {
  const machine = slowMachine();
  expect(await admit(machine, siteOf({ docs: largest }))).toEqual([]);
  expect(machine.elapsed()).toBe(ADMISSION_MS / 2);
  expect(new Set(machine.tried).size).toBe(ADMISSION_MS / 2 / PAGE_MS);
});

test('untried pages do not count as passed: the next admission tries them', async () => {
  const machine = slowMachine();
  for (let times = 0; times < MOST_ROUTES / 30 + 1; times++) await admit(machine, siteOf({ docs: largest }));
  expect([machine.tried.length, new Set(machine.tried).size]).toEqual([MOST_ROUTES, MOST_ROUTES]);
});

test('the tried pages are spread over the release, so that a frequent defect is found', async () => {
  const machine = slowMachine((path) => /[5-9]$/.test(path));
  const [found] = await admit(machine, siteOf({ docs: largest }));
  expect(found).toMatchObject({ app: 'docs', code: 'ADMISSION_HYDRATION' });
});

test('a page of each new release is tried, however little time is left', async () => {
  const machine = slowMachine((path) => path === '/terms');
  const found = await admit(machine, siteOf({ docs: largest, terms: { '/terms': 'x' } }));
  expect(found.map(({ app }) => app)).toEqual(['terms']);
});

const three = { '/docs/a': 'a', '/docs/b': 'b', '/docs/c': 'c' };

test.each<[what: string, candidate: ServedComposition, tried: string[]]>([
  ['a page that did not change is not tried, even if it never was', siteOf({ docs: three }), []],
  [
    'only the page that differs from the live one is tried',
    siteOf({ docs: { ...three, '/docs/b': 'new' } }),
    ['/docs/b'],
  ],
  ['a new page is tried', siteOf({ docs: { ...three, '/docs/d': 'd' } }), ['/docs/d']],
  [
    'every page of an app is tried when its scripts change',
    siteOf({ docs: three }, { 'page.0000000002.js': 'another' }),
    Object.keys(three),
  ],
])('%s', async (_, candidate, tried) => {
  const machine = slowMachine();
  await admit(machine, candidate, { live: siteOf({ docs: three }), changed: ['docs'] });
  expect(machine.tried.toSorted()).toEqual(tried);
});

test('a broken live page is refused only in a release that changes it', async () => {
  const machine = slowMachine((path) => path === '/docs/a');
  const live = siteOf({ docs: three });
  const admitWith = (pages: object) =>
    admit(machine, siteOf({ docs: { ...three, ...pages } }), { live, changed: ['docs'] });
  expect(await admitWith({ '/docs/b': 'new' })).toEqual([]);
  expect(await admitWith({ '/docs/a': 'new' })).toMatchObject([{ app: 'docs', code: 'ADMISSION_HYDRATION' }]);
});

test('the live site is not rendered when all pages change, and pages that it cannot render are tried', async () => {
  const live = siteOf({ docs: three });
  let frames = 0;
  live.renderer.frame = async () => {
    frames++;
    throw new Error('it ended');
  };
  const machine = slowMachine();
  await admit(machine, siteOf({ docs: three }, { 'page.0000000002.js': 'another' }), {
    live,
    changed: ['docs'],
  });
  expect([frames, machine.tried.length]).toEqual([0, 3]);
  const next = slowMachine();
  await admit(next, siteOf({ docs: three }), { live, changed: ['docs'] });
  expect([frames > 0, next.tried.length]).toEqual([true, 3]);
});

test('the error screens of the shell are tried when they change', async () => {
  const machine = slowMachine();
  const live = siteOf({ docs: three });
  const candidate = siteOf({ docs: three });
  await admit(machine, candidate, { live, changed: ['shell'] });
  expect(machine.tried).toEqual([]);
  candidate.renderer.errorScreen = async () => ({ value: { html: 'sorry', islands: [] } }) as never;
  await admit(machine, candidate, { live, changed: ['shell'] });
  expect(machine.tried).toEqual(['/no-such-page', '/no-such-page']);
});

test('an interactive island that fails in a page of another app is refused for its own team', async () => {
  const site = playedSite({
    docs: { pages: { '/docs/a': 'a' }, embeds: ['Counter'] },
    terms: { islands: { Counter: 'x' } },
  });
  site.releases['terms']!.exposes['./interactive/Counter'] = { js: [], css: [] };
  const machine = slowMachine(() => true);
  const found = await admit(machine, site, { changed: ['terms'] });
  expect([machine.tried, found.map(({ app }) => app)]).toEqual([['/docs/a'], ['terms']]);
});
