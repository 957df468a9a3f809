import { expect, test } from 'vitest';
import type { Checked } from '../../../src/releasing/admission/candidate.ts';
import {
  createReferenceCheck,
  type ReferenceMode,
} from '../../../src/releasing/admission/check-references.ts';
import { createPlaces, type Places } from '../../../src/releasing/admission/places.ts';
import { type PlayedApp, type PlayedSite, playedSite } from '../../fixtures/played-site.ts';

const check = (
  candidate: PlayedSite,
  {
    changed = ['docs'],
    live,
    mode = 'warn',
    places = createPlaces(async () => undefined),
  }: { changed?: string[]; live?: PlayedSite; mode?: ReferenceMode; places?: Places } = {},
): Promise<Checked> =>
  createReferenceCheck(
    mode,
    places,
  )({
    served: candidate,
    changed: new Set(changed),
    live,
    signal: new AbortController().signal,
  });
const linesOf = ({ findings, warnings }: Checked) => [
  ...findings.map(({ code, app, reason }) => `${app} ${code}: ${reason}`),
  ...warnings.map(({ code, app, owner, reason }) => `warning of ${app} to ${owner} ${code}: ${reason}`),
];

const page = (html: string): PlayedApp => ({ pages: { '/docs': html } });
const NEWS: PlayedApp = { pages: { '/news': '<a href="/docs/a">' }, embeds: ['Latest'] };
const DOCS: PlayedApp = { pages: { '/docs': 'home', '/docs/a': 'a' }, islands: { Latest: 'latest' } };

test('a release with dead links is refused, and each dead link is reported once', async () => {
  const dead = '<a href="/nowhere">';
  const site = playedSite({ docs: { pages: { '/docs': dead, '/docs/a': dead, '/docs/b': dead } } });
  expect(linesOf(await check(site))).toEqual([
    'docs ADMISSION_DEAD_LINK: /docs links to /nowhere, which does not exist (and 2 more pages)',
  ]);
});

test('at most twenty dead links are reported', async () => {
  const links = Array.from({ length: 50 }, (_, index) => `<a href="/nowhere/${index}">`).join('');
  expect((await check(playedSite({ docs: page(links) }))).findings).toHaveLength(20);
});

test('a release that embeds an unknown island is refused', async () => {
  const site = playedSite({ docs: { ...page('home'), embeds: ['Nothing'] } });
  expect(linesOf(await check(site))).toEqual([
    'docs ADMISSION_LOST_ISLAND: /docs embeds the island Nothing, which no app has',
  ]);
});

test('a release with valid links passes, and apps that did not change are not checked', async () => {
  const site = playedSite({
    docs: page('<a href="/news">'),
    news: { pages: { '/news': '<a href="/nowhere">' } },
  });
  expect(linesOf(await check(site))).toEqual([]);
});

test('a removed target of pages of another app is a warning that names page and owner', async () => {
  const live = playedSite({ docs: DOCS, news: NEWS });
  const candidate = playedSite({ docs: page('home'), news: NEWS });
  const found = await check(candidate, { live });
  expect(linesOf(found)).toEqual([
    'warning of docs to news ADMISSION_ISLAND_LEFT: /news of news embeds the island Latest, which docs removes',
    'warning of docs to news ADMISSION_LINK_LEFT: /news of news links to /docs/a, which docs removes',
  ]);
  expect(found.warnings[0]).toMatchObject({
    digest: candidate.releases['news']!.digest,
    lost: { kind: 'island', name: 'Latest' },
  });
});

test('a page that a redirect replaces causes no warning', async () => {
  const live = playedSite({ docs: DOCS, news: NEWS });
  const moved = { ...DOCS, pages: { '/docs': 'home' }, rules: { '/docs/a': { redirect: '/docs' } } };
  expect(linesOf(await check(playedSite({ docs: moved, news: NEWS }), { live }))).toEqual([]);
});

test('in the mode `refuse`, a removed target of another app is refused, and waits for the owner', async () => {
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

test('a target that another app removed before does not block the next release', async () => {
  const live = playedSite({ docs: page('home'), news: NEWS });
  const candidate = playedSite({
    docs: page('home'),
    news: { ...NEWS, pages: { '/news': '<a href="/docs/a"><a href="/new">' } },
  });
  expect(linesOf(await check(candidate, { changed: ['news'], live }))).toEqual([
    'news ADMISSION_DEAD_LINK: /news links to /new, which does not exist',
    'warning of news to news ADMISSION_LOST_ISLAND: /news embeds the island Latest, which no app has',
    'warning of news to news ADMISSION_DEAD_LINK: /news links to /docs/a, which does not exist',
  ]);
});

test('apps that change together are checked together: a link to a page that the other removes is refused', async () => {
  const live = playedSite({ docs: DOCS, news: { pages: { '/news': '<a href="/docs/a">' } } });
  const candidate = playedSite({ docs: page('home'), news: { pages: { '/news': '<a href="/docs/a">!' } } });
  expect(linesOf(await check(candidate, { changed: ['docs', 'news'], live }))).toEqual([
    'news ADMISSION_DEAD_LINK: /news links to /docs/a, which does not exist',
  ]);
});

test('pages of other apps are not read when no target is removed', async () => {
  const live = playedSite({ docs: DOCS, news: NEWS });
  const candidate = playedSite({ docs: { ...DOCS, pages: { ...DOCS.pages, '/docs': 'new' } }, news: NEWS });
  await check(candidate, { live });
  expect([...candidate.rendered, ...live.rendered]).toEqual(['/docs', '/docs/a']);
});

const BEFORE: PlayedApp = {
  pages: { '/docs': 'home', '/docs/a': 'a', '/docs/b': 'b' },
  open: { '/docs/:slug': 404 },
  resources: ['/docs/feed.xml'],
  islands: { Latest: 'latest' },
  rules: { '/docs/old': { redirect: '/docs' } },
};

test.each<[string, boolean, Partial<PlayedApp>]>([
  ['nothing', false, {}],
  ['the text of a page', false, { pages: { ...BEFORE.pages, '/docs': 'other' } }],
  ['its pages, by one more', false, { pages: { ...BEFORE.pages, '/docs/c': 'c' } }],
  ['its pages, by one less', true, { pages: { '/docs': 'home', '/docs/a': 'a' } }],
  ['a pattern', true, { open: {} }],
  ['a resource', true, { resources: [] }],
  ['the name of an island', true, { islands: { Newest: 'latest' } }],
  ['a redirect', true, { rules: { '/docs/old': { redirect: '/docs/a' } } }],
])('a release that changes %s removes a target: %s', async (_, removes, change) => {
  const [live, candidate] = [BEFORE, { ...BEFORE, ...change }].map((docs) =>
    playedSite({ docs, news: { pages: { '/news': '' } } }),
  );
  await check(candidate!, { live: live! });
  // Pages of other apps are read only when a target is removed.
  expect(candidate!.rendered.includes('/news')).toBe(removes);
});

test('an app that was not live removes no target', async () => {
  const candidate = playedSite({ docs: BEFORE, news: { pages: { '/news': '' } } });
  await check(candidate, { live: playedSite({ news: { pages: { '/news': '' } } }) });
  expect(candidate.rendered).not.toContain('/news');
});

test.each([
  ['a link', { pages: { '/extra': '<a href="/docs/feed.xml">' } }, 'docs ADMISSION_LINK_LEFT'],
  ['an island', { pages: { '/extra': '' }, embeds: ['Latest'] }, 'docs ADMISSION_ISLAND_LEFT'],
])('%s is reported as left by the app that removed its target', async (_, extra, warning) => {
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
  ['a link to an unknown path', true, { pages: { '/docs': '<a href="/news/a">' } }],
  ['a link to the first page of the site', true, { pages: { '/docs': '<a href="/">' } }],
  ['an unknown island', true, { pages: { '/docs': '' }, embeds: ['Ticker'] }],
  ['a link to an unknown path of a live app', false, { pages: { '/docs': '<a href="/docs/typo">' } }],
])('while the app of a place is not live, %s is only a warning: %s', async (_, isWarning, docs) => {
  const without = linesOf(await check(playedSite({ docs }, WITH_PLACES)));
  expect(without).toEqual([expect.stringMatching(isWarning ? /^warning of docs to docs / : /^docs /)]);
  const beside = await check(playedSite({ docs, news: { pages: {} } }, WITH_PLACES));
  expect(beside.findings).toHaveLength(1);
});

const FOREIGN = '<script src="//cdn.example/x.js"></script>';

test('foreign scripts, which browsers drop, are warnings, and each is reported once', async () => {
  const html = `${FOREIGN}<script src="//other.example/y.js"></script><p style="color:red">x</p>`;
  const found = await check(playedSite({ docs: { pages: { '/docs': html, '/docs/a': FOREIGN } } }));
  expect(linesOf(found)).toEqual([
    'warning of docs to docs ADMISSION_DROPPED: /docs has a script of //cdn.example/x.js, which browsers drop on a first load (and one more page)',
    'warning of docs to docs ADMISSION_DROPPED: /docs has a script of //other.example/y.js, which browsers drop on a first load',
  ]);
  expect(found.warnings[0]).not.toHaveProperty('lost');
});

test('a release with an undeclared stylesheet in a page is refused, and a declared one passes', async () => {
  const html = '<style data-emotion="css 1a">p{}</style><p>x</p>';
  const site = playedSite({ docs: { pages: { '/docs': html } } });
  expect(linesOf(await check(site))).toEqual([
    'docs ADMISSION_RUNTIME_STYLES: /docs makes a stylesheet while it renders (<style data-emotion>)',
  ]);
  for (const route of site.composition.routes) route.styles = 'runtime';
  expect(linesOf(await check(site))).toEqual([]);
});

test.each([
  ['a file that no app has', '/missing.css', '/missing.css, which is no file of the site'],
  ['a page', '/docs', '/docs, which is no file of the site'],
  ['a file below the page', 'a.css', '/a.css, which is no file of the site'],
  [
    'a file of another site',
    '//a.example/x.css',
    'https://a.example/x.css, which the policy of its document refuses',
  ],
])('a release with a page whose stylesheet is %s is refused', async (_, href, reason) => {
  const told = [`docs ADMISSION_STYLESHEET: /docs loads the stylesheet ${reason}`];
  expect(linesOf(await check(playedSite({ docs: { ...page('home'), stylesheets: [href] } })))).toEqual(told);
  const inPlace = page(`<link href="${href}" rel="stylesheet">`);
  expect(linesOf(await check(playedSite({ docs: inPlace })))).toEqual(told);
});

test.each([
  [`preinit("/missing.css")`, true],
  [`preinit('/missing.css')`, true],
  ['preinit(`/missing.css`)', true],
  [`preinit("/missing.css.map")`, false],
])('the code of a missing stylesheet is searched with any quotes: %s', async (code, isFound) => {
  const places = createPlaces(async () => undefined);
  const ofTexts: Places['ofTexts'] = async (_, patterns) =>
    patterns.map((pattern) => ({ text: new RegExp(pattern).test(code) ? ' at its line' : '' }));
  const site = playedSite({ docs: { ...page('home'), stylesheets: ['/missing.css'] } });
  const found = await check(site, { places: { ...places, ofTexts } });
  const at = isFound ? ' at its line' : '';
  expect(linesOf(found)).toEqual([
    `docs ADMISSION_STYLESHEET: /docs loads the stylesheet /missing.css, which is no file of the site${at}`,
  ]);
});

test('a page may load a stylesheet that is a file of an app', async () => {
  const docs = { ...page('home'), resources: ['/docs/a.css'], stylesheets: ['/docs/a.css?v=1'] };
  expect(linesOf(await check(playedSite({ docs })))).toEqual([]);
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

test('a release that passes unknown props to an island of another app is refused', async () => {
  expect(linesOf(await check(passing('count'), { changed: ['news'] }))).toEqual([]);
  expect(linesOf(await check(passing('limit'), { changed: ['news'] }))).toEqual([
    'news ADMISSION_ISLAND_PROPS: /news passes invalid props to the island Latest: count is none of its properties (limit)',
  ]);
});

test.each([
  ['warn', 'warning of docs to news '],
  ['refuse', 'docs '],
] as const)(
  'a release that renames a prop which pages of another app pass is reported in the mode `%s`',
  async (mode, to) => {
    const found = await check(passing('limit'), { live: passing('count'), mode });
    expect(linesOf(found)).toEqual([
      `${to}ADMISSION_ISLAND_PROPS_LEFT: /news of news passes props to the island Latest that docs no longer accepts: count is none of its properties (limit)`,
    ]);
  },
);

test('in the mode `develop`, only the pages of the app are checked, and nothing is refused', async () => {
  const site = playedSite({ docs: page(`${FOREIGN}<a href="/nowhere">`) });
  expect(linesOf(await check(site, { mode: 'develop' }))).toEqual([
    expect.stringContaining('warning of docs to docs ADMISSION_DROPPED'),
  ]);
});
