import type { Composition } from '@voltframe/kit/contract/release/composition';
import { expect, onTestFinished, test } from 'vitest';
import { openSession } from '../../../src/serving/render/render-session.ts';
import { playedChild } from '../../fixtures/played-child.ts';

const MB = 1024 * 1024;
const text = 'x'.repeat(10 * MB);

test.each([
  ['takes them is given as many as it asks for', true, []],
  ['does not take them is ended', false, ['it asked upstreams for more than it takes']],
])('a process that asks for answers and %s', async (_, takes, expected) => {
  const { child, say } = playedChild(takes);
  const ends: string[] = [];
  const opening = openSession(
    {
      spawn: () => child,
      load: async () => ({ app: 'docs', shell: { code: Buffer.of(), filename: '' } }),
      read: async () => undefined,
      questions: () => ({
        reply: async () => ({ ok: true, status: 200, headers: {}, text }),
        end: () => {},
        inputs: () => ({}),
        failure: () => undefined,
      }),
      memoryBytes: 128 * MB,
      timeoutMs: 60_000,
    },
    0,
    ({ reason }) => void ends.push(reason),
  );
  await new Promise((done) => void setImmediate(done));
  await say({ id: 0, ok: true, result: {} });
  const session = await opening;
  onTestFinished(() => session.end('the test is over'));
  const composition = { id: 'c' } as Composition;
  session.send(
    {
      type: 'frame',
      composition,
      request: {},
      reading: { inputs: {}, recorded: false },
      record: {
        owner: { app: 'docs', digest: 'd' },
        type: 'frame',
        request: {},
        isListed: async () => true,
        replies: new Map(),
        size: 0,
      },
      attempt: 1,
      resolve() {},
      reject() {},
    },
    () => {},
    () => {},
  );
  for (let id = 1; id <= 10; id++) await say({ type: 'upstream', id, call: 1, question: {} });
  expect(ends).toEqual(expected);
});
