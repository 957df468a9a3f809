import { expect, test } from 'vitest';
import type { Checked } from '../../../src/releasing/admission/candidate.ts';
import {
  createReferenceCheck,
  type ReferenceMode,
} from '../../../src/releasing/admission/check-references.ts';
import { createPlaces } from '../../../src/releasing/admission/places.ts';
import { type PlayedApp, type PlayedSite, playedSite } from '../../fixtures/played-site.ts';

const check = (
  candidate: PlayedSite,
  {
    changed = ['docs'],
    live,
    mode = 'warn',
  }: { changed?: string[]; live?: PlayedSite; mode?: ReferenceMode } = {},
): Promise<Checked> =>
  createReferenceCheck(
    mode,
    createPlaces(async () => undefined),
  )({
    served: candidate,
    changed: new Set(changed),
    live,
    signal: new AbortController().signal,
  });
const told = ({ findings, warnings }: Checked) => [
  ...findings.map(({ code, app, reason }) => `${app} ${code}: ${reason}`),
  ...warnings.map(({ code, app, owner, reason }) => `warning of ${app} to ${owner} ${code}: ${reason}`),
];

const page = (html: string): PlayedApp => ({ pages: { '/docs': html } });
const NEWS: PlayedApp = { pages: { '/news': '<a href="/docs/a">' }, embeds: ['Latest'] };
const DOCS: PlayedApp = { pages: { '/docs': 'home', '/docs/a': 'a' }, islands: { Latest: 'latest' } };

test('a release that leads nowhere is refused, each dead link once', async () => {
  const dead = '<a href="/nowhere">';
  const site = playedSite({ docs: { pages: { '/docs': dead, '/docs/a': dead, '/docs/b': dead } } });
  expect(told(await check(site))).toEqual([
    'docs ADMISSION_DEAD_LINK: /docs links to /nowhere, where nothing is (and 2 more pages)',
  ]);
});

test('a team is told of so many dead links, and no more', async () => {
  const links = Array.from({ length: 50 }, (_, index) => `<a href="/nowhere/${index}">`).join('');
  expect((await check(playedSite({ docs: page(links) }))).findings).toHaveLength(20);
});

test('a release that embeds what no app has is refused', async () => {
  const site = playedSite({ docs: { ...page('home'), embeds: ['Nothing'] } });
  expect(told(await check(site))).toEqual([
    'docs ADMISSION_LOST_ISLAND: /docs embeds the island Nothing, which no app has',
  ]);
});

test('a release that leads to what is there passes, as does a page of an app that is not checked', async () => {
  const site = playedSite({
    docs: page('<a href="/news">'),
    news: page('') && { pages: { '/news': '<a href="/nowhere">' } },
  });
  expect(told(await check(site))).toEqual([]);
});

test('what a release takes away from pages of another app is a warning to both, which names page and owner', async () => {
  const live = playedSite({ docs: DOCS, news: NEWS });
  const candidate = playedSite({ docs: page('home'), news: NEWS });
  const found = await check(candidate, { live });
  expect(told(found)).toEqual([
    'warning of docs to news ADMISSION_ISLAND_LEFT: /news of news embeds the island Latest, which docs takes away',
    'warning of docs to news ADMISSION_LINK_LEFT: /news of news links to /docs/a, which docs takes away',
  ]);
  expect(found.warnings[0]).toMatchObject({
    digest: candidate.releases['news']!.digest,
    lost: { kind: 'island', name: 'Latest' },
  });
});

test('a redirect that is left behind keeps the links of others', async () => {
  const live = playedSite({ docs: DOCS, news: NEWS });
  const moved = { ...DOCS, pages: { '/docs': 'home' }, rules: { '/docs/a': { redirect: '/docs' } } };
  expect(told(await check(playedSite({ docs: moved, news: NEWS }), { live }))).toEqual([]);
});

test('where the operator says so it is refused, and waits for the owner', async () => {
  const live = playedSite({ docs: DOCS, news: NEWS });
  const { findings, warnings } = await check(playedSite({ docs: page('home'), news: NEWS }), {
    live,
    mode: 'refuse',
  });
  expect(findings.map(({ code, app, waitsFor }) => [code, app, waitsFor])).toEqual([
    ['ADMISSION_ISLAND_LEFT', 'docs', 'news'],
    ['ADMISSION_LINK_LEFT', 'docs', 'news'],
  ]);
  expect(warnings).toEqual([]);
});

test('what an app led to before, and another one took away, does not hold up its next release', async () => {
  const live = playedSite({ docs: page('home'), news: NEWS });
  const candidate = playedSite({
    docs: page('home'),
    news: { ...NEWS, pages: { '/news': '<a href="/docs/a"><a href="/new">' } },
  });
  expect(told(await check(candidate, { changed: ['news'], live }))).toEqual([
    'news ADMISSION_DEAD_LINK: /news links to /new, where nothing is',
    'warning of news to news ADMISSION_LOST_ISLAND: /news embeds the island Latest, which no app has',
    'warning of news to news ADMISSION_DEAD_LINK: /news links to /docs/a, where nothing is',
  ]);
});

test('apps that change together are checked together: neither may lead to what the other takes away', async () => {
  const live = playedSite({ docs: DOCS, news: { pages: { '/news': '<a href="/docs/a">' } } });
  const candidate = playedSite({ docs: page('home'), news: { pages: { '/news': '<a href="/docs/a">!' } } });
  expect(told(await check(candidate, { changed: ['docs', 'news'], live }))).toEqual([
    'news ADMISSION_DEAD_LINK: /news links to /docs/a, where nothing is',
  ]);
});

test('nobody else is read when nothing is taken away', async () => {
  const live = playedSite({ docs: DOCS, news: NEWS });
  const candidate = playedSite({ docs: { ...DOCS, pages: { ...DOCS.pages, '/docs': 'new' } }, news: NEWS });
  await check(candidate, { live });
  expect([...candidate.rendered, ...live.rendered]).toEqual(['/docs', '/docs/a']);
});

test('before all apps of the header are there, a link or island of nobody is a warning', async () => {
  const change = (shell: { places?: unknown }) =>
    void (shell.places = { header: [{ place: 'news', app: 'news' }], footer: [] });
  const site = playedSite({ docs: { ...page('<a href="/news">'), embeds: ['Ticker'] } }, { change });
  expect(told(await check(site))).toEqual([
    'warning of docs to docs ADMISSION_LOST_ISLAND: /docs embeds the island Ticker, which no app has',
    'warning of docs to docs ADMISSION_DEAD_LINK: /docs links to /news, where nothing is',
  ]);
});

const BEFORE: PlayedApp = {
  pages: { '/docs': 'home', '/docs/a': 'a', '/docs/b': 'b' },
  open: { '/docs/:slug': 404 },
  resources: ['/docs/feed.xml'],
  islands: { Latest: 'latest' },
  rules: { '/docs/old': { redirect: '/docs' } },
};

test.each<[string, Partial<PlayedApp>, boolean]>([
  ['nothing', {}, false],
  ['the text of a page', { pages: { ...BEFORE.pages, '/docs': 'other' } }, false],
  ['a page more', { pages: { ...BEFORE.pages, '/docs/c': 'c' } }, false],
  ['a page of a pattern less', { pages: { '/docs': 'home', '/docs/a': 'a' } }, true],
  ['the pattern', { open: {} }, true],
  ['a resource', { resources: [] }, true],
  ['the name of an island', { islands: { Newest: 'latest' } }, true],
  ['a redirect', { rules: { '/docs/old': { redirect: '/docs/a' } } }, true],
])('a release that changes %s takes something away: %s', async (_, change, takes) => {
  const [live, candidate] = [BEFORE, { ...BEFORE, ...change }].map((docs) =>
    playedSite({ docs, news: { pages: { '/news': '' } } }),
  );
  await check(candidate!, { live: live! });
  // Pages of other apps are read only when something is taken away.
  expect(candidate!.rendered.includes('/news')).toBe(takes);
});

test('an app that was not live takes nothing away', async () => {
  const candidate = playedSite({ docs: BEFORE, news: { pages: { '/news': '' } } });
  await check(candidate, { live: playedSite({ news: { pages: { '/news': '' } } }) });
  expect(candidate.rendered).not.toContain('/news');
});

test.each([
  ['a link', { pages: { '/extra': '<a href="/docs/feed.xml">' } }, 'docs ADMISSION_LINK_LEFT'],
  ['an island', { pages: { '/extra': '' }, embeds: ['Latest'] }, 'docs ADMISSION_ISLAND_LEFT'],
])('%s is taken away by the app that had it', async (_, extra, warning) => {
  const news = { pages: { '/news': '' } };
  const live = playedSite({ docs: BEFORE, news, extra });
  const candidate = playedSite({ docs: page('home'), news: { pages: { '/news': '!' } }, extra });
  const found = await check(candidate, { changed: ['news', 'docs'], live });
  expect(found.warnings.map(({ app, code }) => `${app} ${code}`)).toEqual([warning]);
});

const WITH_PLACES = {
  change: (shell: { places?: unknown }) =>
    void (shell.places = { header: [{ place: 'news', app: 'news' }], footer: [] }),
};

test.each([
  ['a path of nobody', { pages: { '/docs': '<a href="/news/a">' } }, true],
  ['the first page of the site', { pages: { '/docs': '<a href="/">' } }, true],
  ['an island', { pages: { '/docs': '' }, embeds: ['Ticker'] }, true],
  ['a path of an app that is there', { pages: { '/docs': '<a href="/docs/typo">' } }, false],
])(
  'while an app is not there that the shell has a place for, %s may be of it: %s',
  async (_, docs, later) => {
    const without = await check(playedSite({ docs }, WITH_PLACES));
    expect([without.findings.length, without.warnings.length]).toEqual(later ? [0, 1] : [1, 0]);
    const beside = await check(playedSite({ docs, news: { pages: {} } }, WITH_PLACES));
    expect(beside.findings).toHaveLength(1);
  },
);

const STYLED = '<p style="color:red;width:10%">x</p>';

test('an inline style and a script of elsewhere, which browsers drop, are warnings, each once', async () => {
  const html = `${STYLED}<p style="COLOR:blue; width: 20%"></p><p style=" "></p><script src="//cdn.example/x.js"></script>`;
  const found = await check(playedSite({ docs: { pages: { '/docs': html, '/docs/a': STYLED } } }));
  expect(told(found)).toEqual([
    'warning of docs to docs ADMISSION_DROPPED: /docs has an inline style (color, width), which browsers drop on a first load (and one more page)',
    'warning of docs to docs ADMISSION_DROPPED: /docs has a script of //cdn.example/x.js, which browsers drop on a first load',
  ]);
  expect(found.warnings[0]).not.toHaveProperty('lost');
});

const latest = (...props: string[]) => ({
  type: 'object' as const,
  properties: Object.fromEntries(props.map((name) => [name, {}])),
  required: [],
});

/** A site whose news pass `count` to an island of the docs, which takes these props. */
function passing(...props: string[]): PlayedSite {
  const site = playedSite({ docs: DOCS, news: { ...NEWS, passes: { count: 3 } } });
  site.releases['docs']!.islands['Latest']!.props = latest(...props);
  return site;
}

test('a release that passes an island of another app what it does not take is refused', async () => {
  expect(told(await check(passing('count'), { changed: ['news'] }))).toEqual([]);
  expect(told(await check(passing('limit'), { changed: ['news'] }))).toEqual([
    'news ADMISSION_ISLAND_PROPS: /news passes the island Latest props that it does not take: count is none of its properties (limit)',
  ]);
});

test.each([
  ['warn', 'warning of docs to news '],
  ['refuse', 'docs '],
] as const)('a release that renames a prop which a page of another app passes (%s)', async (mode, to) => {
  const found = await check(passing('limit'), { live: passing('count'), mode });
  expect(told(found)).toEqual([
    `${to}ADMISSION_ISLAND_PROPS_LEFT: /news of news passes the island Latest props that docs takes no more: count is none of its properties (limit)`,
  ]);
});

test('while an app is developed its pages alone are looked at, and nothing is refused', async () => {
  const site = playedSite({ docs: page(`${STYLED}<a href="/nowhere">`) });
  expect(told(await check(site, { mode: 'develop' }))).toEqual([
    expect.stringContaining('warning of docs to docs ADMISSION_DROPPED'),
  ]);
});
