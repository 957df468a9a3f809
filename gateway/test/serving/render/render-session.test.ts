import type { Composition } from '@voltframe/kit/contract/release/composition';
import { expect, onTestFinished, test } from 'vitest';
import { RenderSession } from '../../../src/serving/render/render-session.ts';
import { playedChild } from '../../fixtures/played-child.ts';

const MB = 1024 * 1024;

const NEVER = new Promise<never>(() => {});
const REPLY = { ok: true as const, status: 200, headers: {}, text: 'x'.repeat(10 * MB) };

/** A session with one call of id 1, whose process the test simulates. @param answers whether questions are answered. */
async function openPlayed({ takes = true, answers = true } = {}) {
  const { child, say } = playedChild(takes);
  const ends: string[] = [];
  const { loading } = new RenderSession(
    {
      spawn: () => child,
      load: async () => ({ app: 'docs', shell: { code: Buffer.of(), filename: '' } }),
      read: () => (answers ? Promise.resolve(undefined) : NEVER),
      questions: () => ({
        reply: () => (answers ? Promise.resolve(REPLY) : NEVER),
        end: () => {},
        inputs: () => ({}),
        failure: () => undefined,
      }),
      memoryBytes: 128 * MB,
      timeoutMs: 60_000,
    },
    0,
    (reason) => void ends.push(reason),
  );
  await new Promise((done) => void setImmediate(done));
  await say({ id: 0, ok: true, result: {} });
  const session = await loading.promise;
  onTestFinished(() => session.end('the test is over'));
  const composition = { id: 'c' } as Composition;
  session.send(
    {
      type: 'frame',
      composition,
      request: {},
      reading: { inputs: {}, recorded: false, isListed: true },
      attempt: 1,
      resolve() {},
      reject() {},
    },
    () => {},
    () => {},
  );
  return { say, ends };
}

test.each([
  ['reads them is not ended', true, []],
  ['does not read them is ended', false, ['it asked upstreams for more than it takes']],
])('a process that requests many answers and %s', async (_, takes, expected) => {
  const { say, ends } = await openPlayed({ takes });
  for (let id = 1; id <= 10; id++) await say({ type: 'upstream', id, call: 1, question: {} });
  expect(ends).toEqual(expected);
});

test.each<[name: string, question: object, times: number, reason: string]>([
  ['an invalid file', { type: 'read', id: 1, call: 1, file: {} }, 1, 'it asked for what is no file'],
  ['a file without a call', { type: 'read', id: 1, file: 'a.json' }, 1, 'it asked for what is no file'],
  [
    'an upstream without a call',
    { type: 'upstream', id: 1, question: {} },
    1,
    'it asked an upstream for no call',
  ],
  [
    'an upstream with a question of 200 kB',
    { type: 'upstream', id: 1, call: 1, question: 'x'.repeat(200_000) },
    1,
    'it asked an upstream at too great a length',
  ],
  [
    'too many upstreams at a time',
    { type: 'upstream', id: 1, call: 1, question: {} },
    9,
    'it asked more of upstreams at once than it may',
  ],
  [
    'too many files at a time',
    { type: 'read', id: 1, call: 1, file: 'a.json' },
    5,
    'it asked for more files at once than it may',
  ],
])('a process that requests %s is ended', async (_, question, times, reason) => {
  const { say, ends } = await openPlayed({ answers: false });
  for (let time = 1; time < times; time++) await say(question);
  expect(ends).toEqual([]);
  await say(question);
  expect(ends).toEqual([reason]);
});
