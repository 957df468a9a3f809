import { expect, test } from 'vitest';
import {
  findRelease,
  liveBefore,
  liveDigest,
  liveSince,
} from '../../../src/releasing/activation/live-releases.ts';
import { shellRelease, version } from '../../fixtures/fixture-release.ts';
import { setUpParts, setUpSite } from '../../fixtures/test-changes.ts';

const [one, two] = [version('one'), version('two')];

test('a release went live the last time that the history says so; an admission is none', async () => {
  const { state, clock } = await setUpParts();
  const entry = { actor: 'ada', app: 'docs', from: null, to: one.release.digest, note: '' };
  const since = () => liveSince(state, 'docs', one.release.digest);
  await state.addHistory({ ...entry, action: 'admit', at: 1 });
  expect(await since()).toBeUndefined();
  for (const [index, action] of (['activate', 'rollback', 'fallback', 'pin'] as const).entries())
    await state.addHistory({ ...entry, action, at: clock.now + index });
  expect(await since()).toBe(clock.now + 2);
});

test('a release came after the one that it replaced the last time that it went live', async () => {
  const { state } = await setUpParts();
  const [a, b] = [one.release.digest, two.release.digest];
  const entry = { actor: 'ada', app: 'docs', action: 'activate', note: '' } as const;
  await state.addHistory({ ...entry, from: null, to: a, at: 1 });
  expect(await liveBefore(state, 'docs', a)).toBeUndefined();
  expect(await liveBefore(state, 'docs', b)).toBeUndefined();
  await state.addHistory({ ...entry, from: a, to: b, at: 2 });
  await state.addHistory({ ...entry, from: b, to: b, at: 3 });
  expect(await liveBefore(state, 'docs', b)).toBe(a);
});

test.each(['news', 'constructor', '__proto__'])('%s is no app of the site', (app) => {
  expect(() => liveDigest({ docs: one.release }, app)).toThrow(
    expect.objectContaining({ code: 'GW_APP_UNKNOWN' }),
  );
});

test('a release is found by the start of its digest, when it is admitted', async () => {
  const { state, publish, receive } = await setUpSite([shellRelease(), one]);
  await publish(two);
  const { digest } = one.release;
  for (const start of [digest, digest.slice(0, 6)])
    expect((await findRelease(state, 'docs', start)).digest).toBe(digest);
  const three = version('three');
  await receive(three);
  const unknown = { code: 'GW_RELEASE_UNKNOWN' };
  for (const start of [digest.slice(0, 5), three.release.digest, '%', 'z'.repeat(64), ''])
    await expect(findRelease(state, 'docs', start)).rejects.toMatchObject(unknown);
});
