import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { startHydrationProcess } from '../../../../src/releasing/admission/hydration/hydration-process.ts';

const turn = (): Promise<void> => new Promise((done) => void setImmediate(done));

/** A process that says what the test has it say, and takes as much of the processor. */
function playedProcess() {
  const answers = new PassThrough();
  const sent: { type: string; id: number }[] = [];
  const child = Object.assign(new EventEmitter(), {
    stdio: [null, null, null, null, answers],
    send: (message: { type: string; id: number }) => void sent.push(message),
    kill: () => true,
  });
  let cpuMs = 0;
  let look = (): void => {};
  const process = startHydrationProcess({
    spawn: () => child as unknown as ChildProcess,
    load: { type: 'load', id: 0, scripts: [], imports: {}, tables: '', profile: PROFILE },
    sources: [],
    memoryBytes: 1_000,
    every(_, callback) {
      look = callback;
      return () => {};
    },
    read: () => ({ memory: 0, cpuMs }),
  });
  onTestFinished(() => process.end());
  return {
    process,
    sent,
    async say(message: object) {
      const head = Buffer.from(JSON.stringify(message));
      const prefix = Buffer.alloc(16);
      prefix.writeUInt32LE(head.length, 0);
      answers.write(Buffer.concat([prefix, head]));
      await turn();
    },
    /** Looked at before and after. */
    takes(ms: number) {
      for (const more of [0, ms]) {
        cpuMs += more;
        look();
      }
    },
    /** Looked at so many times, each after so much of the processor. */
    goesOn(looks: number, ms: number) {
      for (let at = 0; at < looks; at++) {
        cpuMs += ms;
        look();
      }
    },
  };
}

const PROFILE = { zone: 'UTC', locale: 'en-US', width: 1280, shiftMs: 0 };
const PAGE = { type: 'page', url: 'http://site/', html: '' } as const;
const LONG = 10_000;

test('a page waits until its process has loaded, and is not blamed for what that takes', async () => {
  const { process, sent, say, takes } = playedProcess();
  const asked = process.ask(PAGE);
  takes(LONG);
  expect(sent.map(({ type }) => type)).toEqual(['load']);
  await say({ id: 0 });
  expect(sent.map(({ type, id }) => [type, id])).toEqual([
    ['load', 0],
    ['page', 1],
  ]);
  await say({ id: 1, outcome: 'hydrated' });
  expect(await asked).toBe('hydrated');
});

test('a page that takes too much of the processor ends its process', async () => {
  const { process, say, takes } = playedProcess();
  await say({ id: 0 });
  const ended = process.ask(PAGE).catch((error: unknown) => error);
  await turn();
  takes(LONG);
  expect(await ended).toMatchObject({ by: 'limit', message: expect.stringContaining('4000 ms') as string });
});

test.each([
  ['waits for what never comes, ends its process', 0, { by: 'limit', message: 'it waits without end' }],
  ['works, and seldom gets the processor, has its time', 10, 'hydrated'],
])('a page that %s', async (_, ms, expected) => {
  const { process, say, goesOn } = playedProcess();
  await say({ id: 0 });
  const ended = process.ask(PAGE).catch((error: unknown) => error);
  await turn();
  goesOn(200, ms);
  await say({ id: 1, outcome: 'hydrated' });
  expect(await ended).toEqual(typeof expected === 'string' ? expected : expect.objectContaining(expected));
});

test('what says once more that it has loaded is not asked again', async () => {
  const { process, sent, say } = playedProcess();
  await say({ id: 0 });
  process.ask(PAGE).catch(() => {});
  await turn();
  await say({ id: 0 });
  expect(sent).toHaveLength(2);
});
