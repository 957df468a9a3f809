import { errorId } from '@voltframe/kit/contract/reports/error-id';
import { expect, test } from 'vitest';
import { createErrorGroups } from '../../../src/observing/errors/error-groups.ts';
import type { AttributedTally } from '../../../src/observing/errors/error-store.ts';
import type { HourTally, SeenError } from '../../../src/observing/errors/pending-errors.ts';

const HOUR_MS = 3_600_000;
const NOW = 100 * HOUR_MS + 7;

function setUp() {
  const clock = { now: NOW };
  const written: { errors: AttributedTally[]; hours: HourTally[] }[] = [];
  const bounded: string[][] = [];
  const pruned: number[] = [];
  const failures: unknown[] = [];
  const done: string[] = [];
  const state = { failsAfter: Infinity, isFull: false };
  const errors = createErrorGroups({
    store: {
      async add(tallies, hours) {
        if (written.length >= state.failsAfter) throw new Error('the database is away');
        written.push({ errors: tallies, hours });
        done.push('written');
      },
      async bound(apps) {
        if (state.isFull) throw new Error('the disk is full');
        bounded.push([...apps]);
      },
      prune: async (since) => void pruned.push(since),
    },
    queries: {
      list: async () => ({ groups: [], more: written.length > 0 }),
      find: async () => [],
      rates: async () => [],
    },
    visitors: { of: (address) => `hash of ${address}`, renew: async () => void done.push('renewed') },
    attribute: async ({ seen: { app, release, kind } }) => ({ app, release, kind, frames: [] }),
    now: () => clock.now,
    keepMs: 30 * 24 * HOUR_MS,
    onError: (error) => failures.push(error),
  });
  return { errors, clock, written, bounded, pruned, failures, done, state };
}

const seen = (more: Partial<SeenError> = {}): SeenError => ({
  app: 'docs',
  release: 'd1',
  composition: 'c1',
  kind: 'event',
  message: 'boom',
  times: 1,
  browser: 'firefox',
  address: '192.0.2.1',
  ...more,
});

test('returns the id that the browser shows', () => {
  const frame = 'at Post (https://site.example/assets/blog/page.0123456789.js:12:3)';
  expect(setUp().errors.note(seen({ stack: `Error: boom\n    ${frame}` }))).toBe(errorId('boom', frame));
});

test('writes a thousand equal errors as one, with their number', async () => {
  const { errors, written, clock } = setUp();
  for (let index = 0; index < 1_000; index++) {
    clock.now++;
    errors.note(seen({ times: 2, route: `docs.${index % 2}`, address: `192.0.2.${index % 3}` }));
  }
  await errors.flush();
  expect(written).toHaveLength(1);
  const [tally, ...more] = written[0]!.errors;
  expect(more).toEqual([]);
  expect(tally).toMatchObject({
    times: 2_000,
    firstSeen: NOW + 1,
    lastSeen: NOW + 1_000,
    origin: 'browsers',
  });
  expect(Object.fromEntries(tally!.routes)).toEqual({ 'docs.0': 1_000, 'docs.1': 1_000 });
  expect([...tally!.visitors.keys()].toSorted()).toEqual([0, 1, 2].map((end) => `hash of 192.0.2.${end}`));
  expect(JSON.stringify(tally!.seen)).not.toContain('192.0.2');
  expect(written[0]!.hours).toEqual([{ app: 'docs', release: 'd1', hour: 100 * HOUR_MS, times: 2_000 }]);
});

test('renews the hashes of visitors after the errors of the day are written', async () => {
  const { errors, done } = setUp();
  errors.note(seen());
  await errors.flush();
  expect(done).toEqual(['written', 'renewed']);
});

test('reports a failed write, and writes its errors with the next ones', async () => {
  const { errors, written, failures, state } = setUp();
  errors.note(seen());
  state.failsAfter = 0;
  await errors.flush();
  errors.note(seen({ message: 'bang' }));
  errors.note(seen());
  state.failsAfter = Infinity;
  await errors.flush();
  expect(failures).toEqual([new Error('the database is away')]);
  const tallies = written.map(({ errors: [...all] }) =>
    all.map(({ seen: { message }, times }) => [message, times]),
  );
  expect(tallies).toEqual([
    [['boom', 1]],
    [
      ['bang', 1],
      ['boom', 1],
    ],
  ]);
  expect(written.flatMap(({ hours }) => hours)).toMatchObject([{ times: 1 }, { times: 2 }]);
});

test('writes many errors in parts, and repeats only the parts that failed', async () => {
  const { errors, written, state } = setUp();
  for (let index = 0; index < 45; index++)
    errors.note(seen({ message: `boom ${index}`, address: `192.0.2.${index}` }));
  state.failsAfter = 1;
  await errors.flush();
  expect(written.map(({ errors: { length } }) => length)).toEqual([20]);
  state.failsAfter = Infinity;
  await errors.flush();
  expect(written.map(({ errors: { length } }) => length)).toEqual([20, 20, 5]);
  const messages = written.flatMap((part) => part.errors.map((tally) => tally.seen.message));
  expect(new Set(messages).size).toBe(45);
  expect(written.flatMap(({ hours }) => hours)).toMatchObject([{ times: 45 }]);
});

test('bounds the errors of an app after each write, and writes no error again when that fails', async () => {
  const { errors, written, bounded, failures, state } = setUp();
  errors.note(seen());
  errors.note(seen({ app: 'news' }));
  await errors.flush();
  expect(bounded).toEqual([['docs', 'news']]);
  errors.note(seen());
  state.isFull = true;
  await errors.flush();
  await errors.flush();
  expect(written.map((one) => one.errors.length)).toEqual([2, 1]);
  expect(failures[0]).toEqual(new Error('the disk is full'));
});

test('deletes old errors once an hour', async () => {
  const { errors, pruned, clock } = setUp();
  await errors.flush();
  await errors.flush();
  expect(pruned).toEqual([NOW - 30 * 24 * HOUR_MS]);
  clock.now += HOUR_MS;
  await errors.flush();
  expect(pruned).toHaveLength(2);
});
