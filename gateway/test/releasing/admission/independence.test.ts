import { buildMatcher } from '@voltframe/kit/contract/routing/route-rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ServedComposition } from '../../../src/serving/compositions/served-composition.ts';
import { matchPage } from '../../../src/serving/pages/page-request.ts';
import { resolvePage } from '../../../src/serving/pages/resolve-page.ts';
import { composed } from '../../fixtures/composed.ts';
import { type FixtureRelease, shellRelease } from '../../fixtures/fixture-release.ts';
import { answersOf, attacker, isAdmitted, victim } from '../../fixtures/hostile-apps.ts';

const shell = shellRelease();

/** The parts of each answer that the composition decides. */
async function answers(fixtures: FixtureRelease[], paths: string[]): Promise<unknown[]> {
  const { composition } = composed(fixtures);
  const renderer = { guards: async () => ({ type: 'pass' }) };
  const matcher = buildMatcher(composition.rules);
  const served = { composition, matcher, renderer } as unknown as ServedComposition;
  return Promise.all(
    paths.map(async (path) => ({
      page: await resolvePage(served, path, '', {
        page: matchPage(composition.routes, path, ''),
        isListed: true,
      }),
      resource: composition.resources?.[path],
    })),
  );
}

test('an admitted release changes no answer at any address of another app', async () => {
  await fc.assert(
    fc.asyncProperty(victim('victim'), attacker('attacker'), async (own, other) => {
      fc.pre(isAdmitted([shell, own]) && isAdmitted([shell, own, other]));
      const paths = answersOf(own);
      expect(await answers([shell, own, other], paths)).toEqual(await answers([shell, own], paths));
    }),
    // Pairs that admission refuses do not count as runs.
    { numRuns: 40, maxSkipsPerRun: 500 },
  );
});
