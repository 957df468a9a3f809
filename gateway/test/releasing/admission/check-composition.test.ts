import { application, contact } from '@voltframe/kit/testing/sample-forms';
import type { Release, PlaceLink, Places } from '@voltframe/kit/contract/release/release';
import { expect, test } from 'vitest';
import { checkComposition } from '../../../src/releasing/admission/check-composition.ts';
import { type RemoteFixture, remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';

const shell = shellRelease().release;
const live = remoteRelease({
  app: 'news',
  islands: { Latest: { css: [] } },
  forms: [contact],
  routes: [
    { id: 'news.home', path: '/news' },
    { id: 'news.post', path: '/news/posts/:slug' },
  ],
  resources: ['/news/feed.xml'],
  rules: { '/news/old/**': { redirect: '/news' } },
}).release;
const check = (fixture: RemoteFixture) =>
  checkComposition([shell, live, remoteRelease(fixture).release], new Set(['docs']));

test('a release without defects has no findings', () => {
  expect(check({})).toEqual([]);
});

const route = { id: 'docs.home', path: '/docs' };
type Defects = { waitsFor?: string; of: [defect: string, fixture: RemoteFixture][] };
const CLASHES: Defects['of'] = [
  ["another app's route", { routes: [{ id: 'docs.x', path: '/News' }] }],
  [
    "a page whose pattern also matches another app's resource",
    { routes: [{ id: 'docs.any', path: '/news/:slug' }] },
  ],
  ["a resource at another app's page", { resources: ['/news'] }],
  ["a resource at another app's resource", { resources: ['/news/feed.xml'] }],
  ["a page at another app's resource", { routes: [{ id: 'docs.feed', path: '/news/feed.xml' }] }],
  ["a page below another app's rule", { routes: [{ id: 'docs.deep', path: '/news/old/deep' }] }],
  ["a resource below another app's rule", { resources: ['/news/old/feed.xml'] }],
  ["a page that another app's pattern matches", { routes: [{ id: 'docs.post', path: '/news/posts/mine' }] }],
];
const NAME_CLASHES: Defects['of'] = [
  ["another app's route id", { routes: [{ id: 'news.home', path: '/docs' }] }],
  ["another app's island", { islands: { Latest: { css: [] } } }],
  ["another app's form", { forms: [{ ...contact, action: '/api/mine' }] }],
  ["the address of another app's form", { forms: [{ ...contact, name: 'mine' }] }],
];
const unguarded = { routes: [{ ...route, prerender: false }] };
const FOREIGN_RULE = { rules: { '/news': { redirect: '/docs' } } };
const COOKIE_RULE = { rules: { '/docs': { headers: { 'Set-Cookie': 'a=b' } } } };
const cached = (value: string) => ({ rules: { '/docs': { headers: { 'Cache-Control': value } } } });
const CACHES: Defects['of'] = [
  ['a rule with an immutable page', cached('public, max-age=60, immutable')],
  ['a rule that keeps a page for a day', cached('max-age=86400')],
  ['a rule that keeps a page in shared caches for a day', cached('max-age=0, s-maxage=86400')],
  ['a rule with a quoted time', cached('max-age="86400"')],
  ['a rule with two times', cached('max-age=1, max-age=2')],
  ['a rule that lets caches serve outdated pages', cached('max-age=1, stale-while-revalidate=86400')],
  ['a rule that lets caches keep pages on errors', cached('max-age=1, stale-if-error=86400')],
  ['a rule with a time of caches of a day', { rules: { '/docs': { cache: { maxAge: 86_400 } } } }],
];
const EXPIRES = { rules: { '/docs': { headers: { expires: 'Fri, 01 Jan 2100 00:00:00 GMT' } } } };
const GUARDED = { guards: { staff: '' }, rules: { '/docs': { guards: ['staff'] } } };
const DEFECTS: Record<string, Defects> = {
  ADMISSION_ROUTE_CLASH: { waitsFor: 'news', of: CLASHES },
  ADMISSION_NAME_CLASH: { waitsFor: 'news', of: NAME_CLASHES },
  ADMISSION_SHARED_VERSION: {
    waitsFor: 'shell',
    of: [
      ['a shared module of another major version', { requires: { react: '^20.0.0' } }],
      ['an invalid range', { requires: { react: 'newest' } }],
    ],
  },
  ADMISSION_SHARED_MISSING: {
    waitsFor: 'shell',
    of: [['a shared module that the shell does not have', { requires: { left: '1' } }]],
  },
  PACK_CONTRACT: { of: [['an unknown contract', { change: (release) => (release.contract = 99) }]] },
  ADMISSION_UNKNOWN_GUARD: {
    waitsFor: '*',
    of: [
      ['an unknown guard', { routes: [{ ...route, guards: ['staff'], prerender: false }] }],
      ['a rule with an unknown guard', { ...unguarded, rules: { '/docs': { guards: ['staff'] } } }],
    ],
  },
  ADMISSION_FOREIGN_RULE: { of: [["a rule for another app's page", FOREIGN_RULE]] },
  ADMISSION_RULE_HEADER: {
    of: [
      ['a rule that sets a cookie', COOKIE_RULE],
      ['a rule with an expiry date', EXPIRES],
    ],
  },
  ADMISSION_RULE_CACHE: { of: CACHES },
  ADMISSION_GUARDED_PRERENDER: { of: [['a guarded page that is prerendered', GUARDED]] },
};

test.each(
  Object.entries(DEFECTS).flatMap(([code, { waitsFor, of }]) =>
    of.map(([defect, fixture]) => ({ defect, fixture, code, waitsFor })),
  ),
)('$defect is refused with $code', ({ fixture, code, waitsFor }) => {
  const findings = check(fixture);
  expect(new Set(findings.map((entry) => entry.code))).toEqual(new Set([code]));
  for (const entry of findings) {
    expect([entry.app, entry.waitsFor]).toEqual(['docs', waitsFor]);
    expect(entry.fix).not.toBe('');
  }
});

const moved = remoteRelease({
  app: 'news',
  routes: [{ id: 'news.home', path: '/journal' }],
  keeps: ['/news'],
  rules: { '/news/**': { redirect: { to: '/journal/**', status: 301 } } },
}).release;
/** Docs beside news that moved to /journal and kept /news. */
const beside = (fixture: RemoteFixture) =>
  checkComposition([shell, moved, remoteRelease(fixture).release], new Set(['docs']));

test('an app may rename its section and redirect the old one in the same release', () => {
  expect(checkComposition([shell, moved], new Set(['news']), { shell, news: live })).toEqual([]);
  const { keeps: _, ...forgetful } = moved;
  expect(checkComposition([shell, forgetful], new Set(['news']), { shell, news: live })).toMatchObject([
    { code: 'ADMISSION_FOREIGN_RULE', fix: expect.stringContaining('`keeps`') },
  ]);
});

test.each<[string, RemoteFixture, string]>([
  ['a page', { routes: [{ id: 'docs.shop', path: '/news/shop' }] }, '/news/shop (docs.shop)'],
  ['a resource', { resources: ['/news/shop.xml'] }, '/news/shop.xml (resource)'],
  ['a `keeps` of its own', { keeps: ['/news'] }, '/news/** (keeps)'],
])(
  'another app that takes a kept segment with %s is refused, and the reason names the owner',
  (_, fixture, path) => {
    expect(beside(fixture)).toEqual([
      {
        code: 'ADMISSION_SEGMENT_KEPT',
        app: 'docs',
        waitsFor: 'news',
        reason: `${path} begins with /news, a kept segment of news`,
        fix: expect.stringContaining('when a release of news gives the segment up'),
      },
    ]);
  },
);

test('another app that redirects a kept segment is refused', () => {
  expect(beside({ rules: { '/news/**': { redirect: '/docs' } } })).toMatchObject([
    { code: 'ADMISSION_FOREIGN_RULE', app: 'docs' },
  ]);
});

test('an app that keeps a segment in which another app has a page is refused', () => {
  const shop = remoteRelease({ routes: [{ id: 'docs.shop', path: '/news/shop' }] }).release;
  expect(checkComposition([shell, shop, moved], new Set(['news']))).toMatchObject([
    {
      code: 'ADMISSION_KEEPS_TAKEN',
      app: 'news',
      waitsFor: 'docs',
      reason: 'news cannot keep /news: docs has /news/shop there',
    },
    { code: 'ADMISSION_FOREIGN_RULE' },
  ]);
});

const home = remoteRelease().release;
const given = (fixture: RemoteFixture) => remoteRelease(fixture).release;
test.each<[string, Release | undefined, Release, string[]]>([
  [
    'may keep a segment of its pages',
    home,
    given({ routes: [{ ...route, path: '/x' }], keeps: ['/docs'] }),
    [],
  ],
  ['may keep a segment of its resources', given({ resources: ['/f/a.xml'] }), given({ keeps: ['/f'] }), []],
  [
    'may keep a segment that it kept before',
    given({ keeps: ['/f'] }),
    given({ keeps: ['/f'], data: { 'a.json': '1' } }),
    [],
  ],
  ['may not keep a segment in which it has nothing', home, given({ keeps: ['/f'] }), ['/f']],
  ['may keep any segment while it is not live', undefined, given({ keeps: ['/f'] }), []],
])('an app %s', (_, before, release, refused) => {
  const found = checkComposition([shell, release], new Set(['docs']), {
    shell,
    ...(before && { docs: before }),
  });
  expect(found.map(({ code, reason }) => `${code} ${reason}`)).toEqual(
    refused.map(
      (segment) =>
        `ADMISSION_KEEPS_NEVER_HAD docs cannot keep ${segment}: its live release does not have this segment`,
    ),
  );
});

test('a new shell is refused when live remotes need a module that it does not provide', () => {
  const bare = shellRelease({ provides: { react: '20.0.0' } }).release;
  const findings = checkComposition([bare, live], new Set(['shell']));
  expect(findings).toMatchObject([{ app: 'shell', code: 'ADMISSION_SHARED_VERSION', waitsFor: 'news' }]);
});

test('a remote without a shell waits for one', () => {
  expect(checkComposition([live], new Set(['news']))).toMatchObject([
    { code: 'ADMISSION_NO_SHELL', waitsFor: 'shell' },
  ]);
});

test('forms of different apps at different addresses pass', () => {
  expect(check({ forms: [application] })).toEqual([]);
});

test.each([
  [1_000, []],
  [1_001, ['ADMISSION_SCRIPTS']],
])('a release with %i scripts has the findings %j', (count, codes) => {
  const { release } = remoteRelease({});
  const others = Object.entries(release.files).filter(([file]) => !/^client\/.+\.js$/.test(file));
  const script = { sha256: '0'.repeat(64), bytes: 0 };
  const scripts = Array.from({ length: count }, (_each, at) => [`client/c${at}.0123456789.js`, script]);
  const found = checkComposition(
    [shell, { ...release, files: Object.fromEntries([...others, ...scripts]) as Release['files'] }],
    new Set(['docs']),
  );
  expect(found.map(({ code }) => code)).toEqual(codes);
});

const PLACES: Places = {
  header: [
    { place: 'docs', app: 'docs' },
    { place: 'news', app: 'news' },
  ],
  footer: [{ place: 'imprint', app: 'docs' }],
};
const link: PlaceLink = { route: 'docs.home', label: 'Docs' };

const shellWith = (places?: Places) =>
  shellRelease({ change: (release) => Object.assign(release, places && { places }) }).release;
const docsWith = (navigation: Record<string, PlaceLink>) =>
  remoteRelease({
    routes: [
      { id: 'docs.home', path: '/docs' },
      { id: 'docs.page', path: '/docs/:slug' },
    ],
    change: (release) => Object.assign(release, { navigation }),
  }).release;

function checkLinks(
  navigation: Record<string, PlaceLink>,
  changed = ['docs'],
  places: Places | undefined = PLACES,
) {
  return checkComposition([shellWith(places), docsWith(navigation)], new Set(changed));
}

test('an app may fill its own places of header and footer', () => {
  expect(checkLinks({ docs: link, imprint: { ...link, label: 'x'.repeat(12) } })).toEqual([]);
});

const LINK_DEFECTS: [what: string, navigation: Record<string, PlaceLink>, code: string, waitsFor?: string][] =
  [
    ["a link in another app's place", { news: link }, 'ADMISSION_PLACE_TAKEN', 'shell'],
    ['a link in an unknown place', { eighth: link }, 'ADMISSION_PLACE_UNKNOWN', 'shell'],
    ['a label that is too long', { docs: { ...link, label: 'x'.repeat(13) } }, 'ADMISSION_LINK_LABEL'],
    ['a link to a route of another app', { docs: { ...link, route: 'news.home' } }, 'ADMISSION_LINK_ROUTE'],
    ['a link to a route with a parameter', { docs: { ...link, route: 'docs.page' } }, 'ADMISSION_LINK_ROUTE'],
  ];

test.each(LINK_DEFECTS)('%s is refused', (_, navigation, code, waitsFor) => {
  const findings = checkLinks(navigation);
  expect(findings).toMatchObject([{ code, app: 'docs', fix: expect.stringMatching(/./) }]);
  expect(findings[0]?.waitsFor).toBe(waitsFor);
});

test.each([
  ['removes a place that an app fills', { header: [], footer: [] }, 'ADMISSION_PLACE_UNKNOWN'],
  [
    'gives such a place to another app',
    { header: [{ place: 'docs', app: 'news' }], footer: [] },
    'ADMISSION_PLACE_TAKEN',
  ],
])('a new shell is refused when it %s', (_, places, code) => {
  expect(checkLinks({ docs: link }, ['shell'], places)).toMatchObject([
    { code, app: 'shell', waitsFor: 'docs' },
  ]);
});

const OPEN: Places = { header: [{ place: 'offers', app: '*' }], footer: [] };
const filling = (app: string) =>
  remoteRelease({
    app,
    routes: [{ id: `${app}.home`, path: `/${app}` }],
    change: (release) =>
      Object.assign(release, { navigation: { offers: { route: `${app}.home`, label: 'Offers' } } }),
  }).release;

test.each([
  ['the first app that fills it', ['docs'], ['docs'], []],
  ['the live app, also after a new release of it', ['docs'], ['docs', 'shell'], []],
  ['no second app', ['docs', 'news'], ['docs'], [['docs', 'news']]],
  ['no second app before the live one by name', ['news', 'docs'], ['docs'], [['docs', 'news']]],
  [
    'the first by name of apps that are published together',
    ['news', 'docs'],
    ['news', 'docs'],
    [['news', 'docs']],
  ],
])('an open place accepts %s', (_, apps, changed, refused) => {
  const findings = checkComposition([shellWith(OPEN), ...apps.map(filling)], new Set(changed));
  expect(findings.map(({ code, app, waitsFor }) => [code, app, waitsFor])).toEqual(
    refused.map((pair) => ['ADMISSION_PLACE_FILLED', ...pair]),
  );
});

test('a shell without declared places accepts any links of apps', () => {
  expect(checkComposition([shellWith(), docsWith({ anything: link })], new Set(['docs']))).toEqual([]);
});

test.each([
  ['header', 8],
  ['footer', 3],
] as const)('a shell with one place too many in the %s is refused', (where, count) => {
  const list = Array.from({ length: count }, (_, i) => ({ place: `p${i}`, app: 'docs' }));
  const crowded = shellWith({ header: [], footer: [], [where]: list });
  const findings = checkComposition([crowded], new Set(['shell']));
  expect(findings).toMatchObject([{ code: 'ADMISSION_PLACES', app: 'shell' }]);
  expect(checkComposition([crowded], new Set())).toEqual([]);
});
