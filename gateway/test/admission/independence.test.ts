import { parseRelease } from '@voltframe/kit/contract/release/release-schema';
import { matchRoute } from '@voltframe/kit/contract/routing/match-route';
import { buildMatcher, matchRules, type RouteRule } from '@voltframe/kit/contract/routing/route-rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkComposition } from '../../src/admission/check-composition.ts';
import type { ServedComposition } from '../../src/compositions/served-composition.ts';
import { resolvePage } from '../../src/pages/resolve-page.ts';
import { composed } from '../fixtures/composed.ts';
import { type FixtureRelease, remoteRelease, shellRelease } from '../fixtures/fixture-release.ts';

const PLAIN = ['a', 'b', 'c', ':p'];
/** Few of what patterns were attacked with, else every pair would be refused. */
const HOSTILE = [...PLAIN, ...PLAIN, ...PLAIN, ':q', 'A', '..', '%61', ''];
const pattern = (first: fc.Arbitrary<string>, rest: fc.Arbitrary<string>) =>
  fc.tuple(first, fc.array(rest, { maxLength: 2 })).map(([head, tail]) => `/${[head, ...tail].join('/')}`);

const ruleEffect: fc.Arbitrary<RouteRule> = fc.constantFrom<RouteRule>(
  { redirect: '/taken' },
  { redirect: { to: 'https://evil.example/**', status: 301 } },
  { headers: { 'cache-control': 'public, max-age=31536000' } },
  { headers: { 'x-robots-tag': 'noindex' } },
  { prerender: false },
  { cache: false },
);

function app(name: string, base: string, segments: string[]): fc.Arbitrary<FixtureRelease> {
  const first = fc.constantFrom(base, base, base, base, 'c', ...segments.filter((text) => text !== ':p'));
  const rest = fc.constantFrom(...segments);
  const rulesFirst =
    segments === PLAIN ? first : fc.oneof(first, first, fc.constantFrom('*', '**', ':x', '..'));
  const rulesRest = fc.oneof(rest, fc.constantFrom('*', '**'));
  return fc
    .record({
      paths: fc.uniqueArray(pattern(first, rest), { minLength: 1, maxLength: 3 }),
      resources: fc.array(pattern(first, rest), { maxLength: 1 }),
      rules: fc.array(fc.tuple(pattern(rulesFirst, rulesRest), ruleEffect), { maxLength: 2 }),
    })
    .map(({ paths, resources, rules }) =>
      remoteRelease({
        app: name,
        routes: paths.map((path, index) => ({ id: `${name}.${index}`, path, prerender: index === 0 })),
        resources,
        rules: Object.fromEntries(rules),
      }),
    );
}

const shell = shellRelease();
const ADDRESSES = addresses(3);

/** All addresses of up to so many segments, in two spellings. */
function addresses(depth: number): string[] {
  if (depth === 0) return ['/'];
  const shorter = addresses(depth - 1);
  const longer = shorter.flatMap((path) =>
    ['a', 'b', 'c', 'B', 'other'].map((name) => `${path === '/' ? '' : path}/${name}`),
  );
  return [...new Set([...shorter, ...longer])];
}

/** What each address is answered with, as far as the composition decides it. */
async function answers(fixtures: FixtureRelease[], paths: string[]): Promise<unknown[]> {
  const { composition } = composed(fixtures);
  const renderer = { guards: async () => ({ type: 'pass' }) };
  const matcher = buildMatcher(composition.rules);
  const served = { composition, matcher, renderer } as unknown as ServedComposition;
  return Promise.all(
    paths.map(async (path) => ({
      page: await resolvePage(served, path, ''),
      resource: composition.resources?.[path],
    })),
  );
}

function isAdmitted(fixtures: FixtureRelease[]): boolean {
  const releases = fixtures.map(({ release }) => release);
  const newest = releases.at(-1)!;
  return parseRelease(newest).ok && checkComposition(releases, new Set([newest.app]), new Map()).length === 0;
}

function answersOf({ release }: FixtureRelease): string[] {
  const rules = buildMatcher(release.rules);
  return ADDRESSES.filter(
    (path) =>
      matchRoute(release.routes, path) !== null ||
      release.resources?.includes(path) === true ||
      Object.keys(matchRules(rules, path)).length > 0,
  );
}

test('a release that is admitted changes no answer of any address of another app', async () => {
  let admitted = 0;
  await fc.assert(
    fc.asyncProperty(app('victim', 'a', PLAIN), app('attacker', 'b', HOSTILE), async (victim, attacker) => {
      if (!isAdmitted([shell, victim]) || !isAdmitted([shell, victim, attacker])) return;
      admitted++;
      const own = answersOf(victim);
      expect(await answers([shell, victim, attacker], own)).toEqual(await answers([shell, victim], own));
    }),
    { numRuns: 1_500 },
  );
  expect(admitted).toBeGreaterThan(30);
});
