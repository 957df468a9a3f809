import { finding } from '@voltframe/kit/contract/operations/verdict';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import { expect, test } from 'vitest';
import { holdReleases, refuse } from '../../../../src/releasing/activation/deploying/hold-release.ts';
import { shellRelease, version } from '../../../fixtures/fixture-release.ts';
import { setUpParts } from '../../../fixtures/test-changes.ts';

const two = version('two');
const BY = { actor: 'ada' };
const HOLD = { by: 'pin', reason: 'docs is pinned by bob' } as const;
const own = finding('docs', admissionErrors.BUNDLE({ reason: 'boom' }));
const others = finding('docs', admissionErrors.SUPERSEDED({ app: 'docs' }), 'news');

async function setUp() {
  const setup = await setUpParts();
  const shell = shellRelease();
  await setup.receive(shell, two);
  const candidate = await setup.parts.candidates.prepare({ shell: shell.release });
  await setup.parts.activation.activate({ candidate, replaces: null, history: [] });
  const stateOf = async () => (await setup.state.release('docs', two.release.digest))!;
  return { ...setup, stateOf };
}

test.each([
  ['its own defect: it is refused for good', own, 'refused', undefined],
  ["another app's version: it waits for that", others, 'waiting', ['news']],
])('a release with %s', async (_, found, state, waitsFor) => {
  const { parts, stateOf, history } = await setUp();
  const decision = await refuse(parts, [two.release], BY, [found]);
  expect([decision.outcome, decision.waitsFor]).toEqual(['refused', waitsFor]);
  expect(await stateOf()).toMatchObject({ state, findings: [found] });
  const [entry] = await history('docs');
  expect(entry).toMatchObject({ action: 'refuse', actor: 'ada' });
  expect(entry!.note).toContain(`${found.code}: ${found.reason}`);
  expect(entry!.note.includes('news')).toBe(waitsFor !== undefined);
});

test('what was to go back and may not keeps its state', async () => {
  const { parts, stateOf, state } = await setUp();
  await state.setReleaseState('docs', two.release.digest, 'admitted', []);
  const decision = await refuse(parts, [two.release], { ...BY, action: 'rollback' }, [others]);
  expect([decision.waitsFor, (await stateOf()).state]).toEqual([undefined, 'admitted']);
});

test('what is held is checked all the same, and then waits as admitted', async () => {
  const { parts, stateOf, history } = await setUp();
  await parts.holds.pin('docs', 'bob');
  const decision = await holdReleases(parts, [two.release], { actor: 'ada' }, HOLD);
  expect(decision).toMatchObject({ outcome: 'held', held: HOLD, findings: [] });
  expect((await stateOf()).state).toBe('admitted');
  expect((await history('docs'))[0]).toMatchObject({ action: 'admit', note: HOLD.reason });
});

test('what is bad is refused at once, also while it would be held', async () => {
  const { parts, broken, stateOf } = await setUp();
  await parts.holds.pin('docs', 'bob');
  broken.add(two.release.digest);
  expect((await holdReleases(parts, [two.release], { actor: 'ada' }, HOLD))!.outcome).toBe('refused');
  expect((await stateOf()).state).toBe('refused');
});

test('a hold that ended during the checks holds nothing', async () => {
  const { parts, history } = await setUp();
  expect(await holdReleases(parts, [two.release], { actor: 'ada' }, HOLD)).toBeUndefined();
  expect(await history('docs')).toEqual([]);
});
