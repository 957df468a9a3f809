import { expect, test } from 'vitest';
import { createEvidence } from '../../../src/releasing/witness/evidence.ts';
import type { CallRecord } from '../../../src/serving/render/call-record.ts';
import { callRecord } from '../../fixtures/call-record.ts';

const MB = 1024 * 1024;
const recordOf = (path: string, more: Partial<CallRecord> = {}): CallRecord =>
  callRecord({ request: { routeId: 'docs.home', path }, ...more });
const paths = (records: CallRecord[]) => records.map(({ request }) => (request as { path: string }).path);

test('the last 200 calls of a release are stored in order; calls of the next release replace them', async () => {
  const evidence = createEvidence(() => 0);
  for (let index = 0; index < 250; index++) evidence.add(recordOf(`/${index}`));
  const own = paths(await evidence.lastCalls({ app: 'docs', digest: 'd1' }));
  expect([own.length, own[0], own.at(-1)]).toEqual([200, '/50', '/249']);
  evidence.add(recordOf('/new', { owner: { app: 'docs', digest: 'd2' } }));
  expect(await evidence.lastCalls({ app: 'docs', digest: 'd1' })).toEqual([]);
  expect(new Set(paths(await evidence.lastCalls({ app: 'docs', digest: 'd2' })))).toEqual(new Set(['/new']));
});

test('unlisted calls are replaced by repeated listed ones, so that a stranger cannot choose the last calls', async () => {
  const evidence = createEvidence(() => 0);
  const invented = { isListed: async () => false };
  for (const path of ['/a', '/b']) evidence.add(recordOf(path));
  for (let index = 0; index < 100; index++) evidence.add(recordOf(`/odd-${index}`, invented));
  const own = paths(await evidence.lastCalls({ app: 'docs', digest: 'd1' }));
  expect([own.length, ...own.slice(0, 3)]).toEqual([200, '/a', '/b', '/a']);
  for (let index = 0; index < 200; index++) evidence.add(recordOf(`/odd-${index}`, invented));
  expect(await evidence.lastCalls({ app: 'docs', digest: 'd1' })).toEqual([]);
});

test('the stored replies of an app have at most 8 MB, and a call with too large a reply is not stored', async () => {
  const evidence = createEvidence(() => 0);
  for (let index = 0; index < 20; index++) evidence.add(recordOf(`/${index}`, { size: MB }));
  evidence.add(recordOf('/huge', { replies: undefined }));
  expect(new Set(paths(await evidence.lastCalls({ app: 'docs', digest: 'd1' }))).size).toBe(8);
});

test('failures of the same call add up within ten minutes', () => {
  const clock = { now: 0 };
  const evidence = createEvidence(() => clock.now);
  expect([1, 2].map(() => evidence.countFailure(recordOf('/a')))).toEqual([1, 2]);
  expect(evidence.countFailure(recordOf('/b'))).toBe(1);
  expect(evidence.countFailure(recordOf('/a', { owner: { app: 'docs', digest: 'd2' } }))).toBe(1);
  clock.now = 10 * 60_000;
  expect(evidence.countFailure(recordOf('/a'))).toBe(1);
});

test('the call behind an error is returned until newer errors of the app replace it', () => {
  const evidence = createEvidence(() => 0);
  evidence.keep('first', recordOf('/a'));
  expect(evidence.find('first', undefined)).toMatchObject({ request: { path: '/a' } });
  expect([evidence.find('first', 'docs'), evidence.find('first', 'blog')]).toMatchObject([{}, undefined]);
  for (let index = 0; index < 100; index++) evidence.keep(`${index}`, recordOf('/b'));
  expect(evidence.find('first', 'docs')).toBeUndefined();
});
