import { expect, test } from 'vitest';
import { finding } from '@voltframe/kit/contract/operations/verdict';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import { companionSets } from '../../../../src/releasing/activation/deploying/companions.ts';
import { type FixtureRelease, shellRelease, version } from '../../../fixtures/fixture-release.ts';
import { setUpParts } from '../../../fixtures/test-changes.ts';

/** The sets, by the apps in them; these releases wait, in this order of arrival. */
async function setUp(waiting: FixtureRelease[]) {
  const setup = await setUpParts();
  for (const fixture of waiting) {
    setup.clock.now++;
    await setup.receive(fixture);
    await setup.state.setReleaseState(fixture.release.app, fixture.release.digest, 'waiting', []);
  }
  const setsBeside = async (...besides: string[]) => {
    const sets = await companionSets(setup.parts, new Set(besides));
    return sets.map((set) =>
      set
        .map(({ app }) => app)
        .toSorted()
        .join(' '),
    );
  };
  return { ...setup, setsBeside };
}
const nextShell = shellRelease({ provides: { react: '20.0.0' } });
const ofApps = (...apps: string[]) => apps.map((app) => version(`of-${app}`, app));

test('where nothing waits, the new one is tried alone', async () => {
  expect(await (await setUp([])).setsBeside('docs')).toEqual(['']);
});

test('all that waits is tried first, then less of it, the new one alone at last', async () => {
  const sets = await (await setUp(ofApps('news', 'extra'))).setsBeside('docs');
  expect([sets[0], sets.slice(1, 3).toSorted(), sets.at(-1), sets.length]).toEqual([
    'extra news',
    ['extra', 'news'],
    '',
    4,
  ]);
});

test('an app with a newer word of its own, or with a pin, is left out', async () => {
  const { setsBeside, parts } = await setUp(ofApps('docs', 'news', 'extra'));
  await parts.holds.pin('extra', 'ada');
  expect(await setsBeside('docs')).toEqual(['news', '']);
});

test('of an app the newest that waits counts', async () => {
  const { parts } = await setUp([version('old', 'news'), version('new', 'news')]);
  const [[companion] = []] = await companionSets(parts, new Set(['docs']));
  expect(companion!.digest).toBe(version('new', 'news').release.digest);
});

test('however many wait, all of them are tried, and no more than sixteen sets besides', async () => {
  const { setsBeside } = await setUp(ofApps('a', 'b', 'c', 'd', 'e', 'f'));
  const sets = await setsBeside('docs');
  expect([sets[0], sets.length]).toEqual(['a b c d e f', 17]);
});

test("however many wait, what waits for another shell's shared modules is tried with that shell", async () => {
  const { setsBeside, state } = await setUp([...ofApps('a', 'b', 'c', 'd', 'e', 'f'), nextShell]);
  const needs = finding('b', admissionErrors.SHARED_MISSING({ app: 'b', module: 'react' }), 'shell');
  for (const { release } of ofApps('b', 'd', 'f'))
    await state.setReleaseState(release.app, release.digest, 'waiting', [needs]);
  expect((await setsBeside('docs')).slice(0, 2)).toEqual(['a b c d e f shell', 'b d f shell']);
});
