import { expect, onTestFinished, test, vi } from 'vitest';
import type { CallLimits } from '../../../src/platform/runtime/child-watch.ts';
import {
  type ChildCall,
  type ChildEnd,
  SupervisedChild,
} from '../../../src/platform/runtime/supervised-child.ts';
import { playedChild } from '../../fixtures/played-child.ts';

interface Call extends ChildCall {
  name: string;
}

/** A supervised child, and its calls of the functions of its user. */
function supervised() {
  const played = playedChild();
  const overdue: string[] = [];
  const loops: Promise<string | undefined>[] = [];
  const answers: unknown[] = [];
  const ends: (ChildEnd & { unfinished: string[] })[] = [];
  const child = new SupervisedChild<Call>({
    ...played,
    anonymousBytes: 1_000,
    partBytes: 30_000,
    received: (id, { head }) => answers.push([id, head]),
    ended: (end, unfinished) =>
      ends.push({ ...end, unfinished: unfinished.map(({ call: { name } }) => name) }),
  });
  onTestFinished(() => child.end('the test is over'));
  const call = (name: string, limits: CallLimits = {}, excusedMs = () => 0) =>
    child.call(
      {
        name,
        limits,
        answered: (answer) => answers.push([name, answer]),
        overdue(loop) {
          overdue.push(name);
          loops.push(loop);
        },
        excusedMs,
      },
      { type: name },
    );
  const unfinished = () => child.unfinished().map((one) => [one.call.name, one.isOverdue]);
  return { ...played, call, unfinished, overdue, loops, answers, ends };
}

test('calls are answered by their ids, once each and in any order', async () => {
  const { call, unfinished, say, sent, answers, ends } = supervised();
  for (const name of ['a', 'b']) call(name);
  expect(sent).toEqual([
    { type: 'a', id: 0 },
    { type: 'b', id: 1 },
  ]);
  await say({ id: 1, ok: true, result: 'of b' });
  await say({ id: 0, ok: false, error: { message: 'no', stack: 'at x' } });
  const again = { id: 1, ok: true, result: 'again' };
  const question = { id: 0, type: 'read', file: 'a' };
  for (const other of [again, question]) await say(other);
  expect(answers).toEqual([
    ['b', { result: 'of b' }],
    ['a', { result: undefined, error: { message: 'no', stack: 'at x' } }],
    [1, again],
    [0, question],
  ]);
  expect([unfinished(), ends]).toEqual([[], []]);
});

test('the texts of an error are cut, and an error without texts has a default message', async () => {
  const { call, say, answers } = supervised();
  const long = 'x'.repeat(10_000);
  for (const [id, error] of [{ message: long, stack: long }, 7, null].entries()) {
    call('a');
    await say({ id, ok: 1, error });
  }
  const errors = (answers as [string, { error: { message: string; stack?: string } }][]).map(
    ([, { error }]) => error,
  );
  expect(errors.map(({ message, stack }) => [message.length, stack?.length])).toEqual([
    [2_000, 8_000],
    [28, undefined],
    [28, undefined],
  ]);
  expect(errors[1]!.message).toBe('it failed without saying why');
});

test.each([
  ['null', 'null', 'it sent a message without an id'],
  ['a message without an id', { ok: true }, 'it sent a message without an id'],
  ['an id that is text', { id: '0', ok: true }, 'it sent a message without an id'],
  ['malformed JSON', '{', /JSON/],
  ['a message that is too large', { id: 0, ok: true, result: 'x'.repeat(30_000) }, /too large/],
])('a process that sends %s is ended', async (_, message, reason) => {
  const { call, say, ends, events } = supervised();
  call('a');
  await say(message);
  expect(ends).toMatchObject([{ reason: expect.stringMatching(reason), by: 'limit', unfinished: ['a'] }]);
  expect(events.killed).toEqual(['SIGKILL']);
});

test.each([
  ['with a full heap', 134, null, 'limit'],
  ['with a full heap', null, 'SIGABRT', 'limit'],
  ['by itself', 1, null, 'itself'],
  ['by a fault', null, 'SIGSEGV', 'itself'],
  ['by a signal from outside', null, 'SIGKILL', 'machine'],
  ['by a signal from outside', null, 'SIGTERM', 'machine'],
])('the end of a process %s (%s, %s) is caused by: %s', async (_, code, signal, by) => {
  const { call, events, stderr, ends } = supervised();
  call('a');
  stderr.write(`file:1\nSyntaxError: no\n${'x'.repeat(5_000)}`);
  await new Promise((done) => void setImmediate(done));
  events.emit('exit', code, signal);
  events.emit('error', new Error('reported again'));
  expect(ends).toMatchObject([{ by, stderr: 'SyntaxError: no', unfinished: ['a'] }]);
});

test('a call that waits too long fails alone, and its late answer is dropped', async () => {
  const { call, unfinished, overdue, say, answers, ends } = supervised();
  call('a');
  call('slow', { waitMs: 1 });
  await expect.poll(() => overdue).toEqual(['slow']);
  expect(unfinished()).toEqual([
    ['a', false],
    ['slow', true],
  ]);
  await say({ id: 1, ok: true, result: 'late' });
  await say({ id: 0, ok: true, result: 'of a' });
  expect([answers, ends]).toEqual([[['a', { result: 'of a' }]], []]);
});

test('a call that is excused for some time has this time more', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let excusedMs = 3_000;
  const { call, overdue } = supervised();
  call('a', { waitMs: 5_000 }, () => excusedMs);
  vi.advanceTimersByTime(7_999);
  excusedMs = 4_000;
  vi.advanceTimersByTime(1_000);
  expect(overdue).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(overdue).toEqual(['a']);
});

test('an overdue call counts as unfinished for a minute', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { call, unfinished } = supervised();
  call('slow', { waitMs: 5_000 });
  vi.advanceTimersByTime(64_999);
  expect(unfinished()).toEqual([['slow', true]]);
  vi.advanceTimersByTime(1);
  expect(unfinished()).toEqual([]);
});

test('a process that exceeds a limit is ended with its calls', () => {
  const { call, works, ends, events } = supervised();
  call('a', { workMs: 2_000 });
  works(6, 450);
  expect([ends, events.killed]).toEqual([[], ['SIGINT']]);
  events.emit('exit', null, 'SIGINT');
  events.emit('close', null, 'SIGINT');
  expect(ends).toMatchObject([
    { by: 'limit', unfinished: ['a'], reason: 'it used 2000 ms of the processor without an answer' },
  ]);
  expect(ends[0]).not.toHaveProperty('stack');
});

const TRACE = `KEYBOARD_INTERRUPT: Script execution was interrupted by \`SIGINT\`
    at spin (docs@0123456789ab/server/server.cjs:2:3)
    at Home (docs@0123456789ab/server/server.cjs:9:5)

`;

test('the end of a process in a loop has the stack of the loop, whatever its code wrote before', async () => {
  const { call, works, stderr, ends, events, overdue, loops } = supervised();
  stderr.write(`${TRACE.replaceAll('spin', 'forged')}${'x'.repeat(20_000)}`);
  call('a', { waitMs: 1, workMs: 2_000 });
  works(3, 450);
  await expect.poll(() => overdue).toEqual(['a']);
  works(6, 450);
  stderr.write(TRACE);
  await new Promise((done) => void setImmediate(done));
  events.emit('close', null, 'SIGINT');
  const stack = `    at spin (docs@0123456789ab/server/server.cjs:2:3)
    at Home (docs@0123456789ab/server/server.cjs:9:5)`;
  expect(ends).toMatchObject([{ by: 'limit', stack }]);
  expect(await Promise.all(loops)).toEqual([stack]);
});

test('a process that does not react to the interruption is killed', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { call, works, ends, events } = supervised();
  call('a', { workMs: 2_000 });
  works(8, 450);
  expect(events.killed).toEqual(['SIGINT']);
  vi.advanceTimersByTime(2_000);
  expect([ends.length, events.killed]).toEqual([1, ['SIGINT', 'SIGKILL']]);
});

test('an overdue call whose process does not work is in no loop', async () => {
  const { call, works, loops } = supervised();
  call('a', { waitMs: 1, workMs: 2_000 });
  works(3, 0);
  await expect.poll(() => loops.length).toBe(1);
  expect(await loops[0]).toBeUndefined();
});
