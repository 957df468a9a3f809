import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { expect, onTestFinished, test } from 'vitest';
import { openSession } from '../../../src/serving/render/render-session.ts';

const MB = 1024 * 1024;
const text = 'x'.repeat(10 * MB);

/** A process that takes what it is sent or not, with one call; every upstream answers it 10 MB. */
async function playedSession(takes: boolean) {
  const answers = new PassThrough();
  const child = Object.assign(new EventEmitter(), {
    connected: true,
    stdio: [null, null, null, null, answers],
    send: (_: object, taken: () => void) => void (takes && taken()),
    kill: () => true,
  });
  const say = (message: object): void => {
    const head = Buffer.from(JSON.stringify(message));
    const prefix = Buffer.alloc(16);
    prefix.writeUInt32LE(head.length, 0);
    answers.write(Buffer.concat([prefix, head]));
  };
  const ends: string[] = [];
  const opening = openSession(
    {
      spawn: () => child as unknown as ChildProcess,
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
      now: () => 0,
    },
    0,
    (reason) => void ends.push(reason),
  );
  say({ id: 0, ok: true, result: {} });
  const session = await opening;
  onTestFinished(() => session.kill('the test is over'));
  const composition = { id: 'c' } as Composition;
  const call = { type: 'frame', composition, request: {}, attempt: 1, resolve() {}, reject() {} } as const;
  session.send(call, () => {});
  const ask = async (id: number): Promise<void> => {
    say({ type: 'upstream', id, call: 1, question: {} });
    await new Promise((done) => void setImmediate(done));
  };
  return { ask, ends };
}

test.each([
  ['takes them is given as many as it asks for', true, []],
  ['does not take them is ended', false, ['it asked upstreams for more than it takes']],
])('a process that asks for answers and %s', async (_, takes, expected) => {
  const { ask, ends } = await playedSession(takes);
  for (let id = 1; id <= 10; id++) await ask(id);
  expect(ends).toEqual(expected);
});
