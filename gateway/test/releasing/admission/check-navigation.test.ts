import type { PlaceLink, Places } from '@voltframe/kit/contract/page/navigation';
import { expect, test } from 'vitest';
import { checkNavigation } from '../../../src/releasing/admission/check-navigation.ts';
import { remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';

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

function check(
  navigation: Record<string, PlaceLink>,
  changed = ['docs'],
  places: Places | undefined = PLACES,
) {
  const shell = shellWith(places);
  return checkNavigation([shell, docsWith(navigation)], shell, new Set(changed));
}

test('an app fills its own places of header and footer', () => {
  expect(check({ docs: link, imprint: { ...link, label: 'x'.repeat(12) } })).toEqual([]);
});

const DEFECTS: [what: string, navigation: Record<string, PlaceLink>, code: string, waitsFor?: string][] = [
  ["another app's place", { news: link }, 'ADMISSION_PLACE_TAKEN', 'shell'],
  ['an eighth link', { eighth: link }, 'ADMISSION_PLACE_UNKNOWN', 'shell'],
  ['a label past the length', { docs: { ...link, label: 'x'.repeat(13) } }, 'ADMISSION_LINK_LABEL'],
  ['a route that is not there', { docs: { ...link, route: 'news.home' } }, 'ADMISSION_LINK_ROUTE'],
  ['a route with a parameter', { docs: { ...link, route: 'docs.page' } }, 'ADMISSION_LINK_ROUTE'],
];

test.each(DEFECTS)('%s is found and named', (_, navigation, code, waitsFor) => {
  const findings = check(navigation);
  expect(findings).toMatchObject([{ code, app: 'docs', fix: expect.stringMatching(/./) }]);
  expect(findings[0]?.waitsFor).toBe(waitsFor);
});

test.each([
  ['has no longer', { header: [], footer: [] }, 'ADMISSION_PLACE_UNKNOWN'],
  ['gives to another', { header: [{ place: 'docs', app: 'news' }], footer: [] }, 'ADMISSION_PLACE_TAKEN'],
])('a new shell is accused of the place that it %s', (_, places, code) => {
  expect(check({ docs: link }, ['shell'], places)).toMatchObject([{ code, app: 'shell', waitsFor: 'docs' }]);
});

test('a shell with its links built in refuses nobody', () => {
  const shell = shellWith();
  expect(checkNavigation([shell, docsWith({ anything: link })], shell, new Set(['docs']))).toEqual([]);
});

test.each([
  ['header', 8],
  ['footer', 3],
] as const)('a shell with one place too many in the %s is refused', (where, count) => {
  const list = Array.from({ length: count }, (_, i) => ({ place: `p${i}`, app: 'docs' }));
  const shell = shellWith({ header: [], footer: [], [where]: list });
  const findings = checkNavigation([shell], shell, new Set(['shell']));
  expect(findings).toMatchObject([{ code: 'ADMISSION_PLACES', app: 'shell' }]);
  expect(checkNavigation([shell], shell, new Set(['docs']))).toEqual([]);
});
