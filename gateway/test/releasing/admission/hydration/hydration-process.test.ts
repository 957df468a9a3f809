import { expect, onTestFinished, test } from 'vitest';
import { startHydrationProcess } from '../../../../src/releasing/admission/hydration/hydration-process.ts';
import { playedChild } from '../../../fixtures/played-child.ts';

const PROFILE = { zone: 'UTC', locale: 'en-US', width: 1280, shiftMs: 0 };
const PAGE = { type: 'page', url: 'http://site/', html: '', policy: '' } as const;
const turn = (): Promise<void> => new Promise((done) => void setImmediate(done));

function openProcess() {
  const played = playedChild();
  const process = startHydrationProcess({
    ...played,
    load: { type: 'load', scripts: [], imports: {}, tables: '', personal: {}, profile: PROFILE },
    sources: [],
    memoryBytes: 1_000,
  });
  onTestFinished(() => process.end());
  return { ...played, process };
}

test('a page waits until its process has loaded, and loading does not count against its limit', async () => {
  const { process, sent, say, works } = openProcess();
  const answer = process.ask(PAGE);
  works(2, 5_000);
  expect(sent.map(({ type }) => type)).toEqual(['load']);
  await say({ id: 0, ok: true });
  await say({ id: 0, ok: true });
  expect(sent.map(({ type, id }) => [type, id])).toEqual([
    ['load', 0],
    ['page', 1],
  ]);
  await say({ id: 1, ok: true, result: 'hydrated' });
  expect(await answer).toBe('hydrated');
});

test.each([
  ['uses too much processor time', 2, 5_000, { by: 'limit', message: expect.stringContaining('4000 ms') }],
  [
    'waits for an event that never comes',
    200,
    0,
    { by: 'limit', message: 'it did nothing for 30000 ms during a call' },
  ],
])('a page that %s ends its process', async (_, looks, cpuMs, ended) => {
  const { process, say, works } = openProcess();
  await say({ id: 0, ok: true });
  const answer = process.ask(PAGE).catch((error: unknown) => error);
  await turn();
  works(looks, cpuMs);
  expect(await answer).toMatchObject(ended);
  expect(process.hasEnded).toBe(true);
  await expect(process.ask(PAGE)).rejects.toMatchObject(ended);
});
