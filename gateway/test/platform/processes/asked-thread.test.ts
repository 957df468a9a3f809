import { afterEach, expect, test } from 'vitest';
import {
  type AskedThread,
  createAskedThread,
  type ThreadAnswer,
  type ThreadEvents,
} from '../../../src/platform/processes/asked-thread.ts';

const opened: AskedThread<string, string>[] = [];
afterEach(() => opened.splice(0).forEach((thread) => thread.end()));

/** Its threads say what they are told to, when they are. */
function playedThread() {
  const threads: { asked: string[][]; events: ThreadEvents<string>; ended: boolean }[] = [];
  const timers = new Set<{ ms: number; callback: () => void }>();
  const thread = createAskedThread<string, string>({
    silent: { ms: 10_000, reason: SILENT },
    over: OVER,
    start(events) {
      const started = { asked: [] as string[][], events, ended: false };
      threads.push(started);
      return { ask: (questions) => started.asked.push(questions), end: () => void (started.ended = true) };
    },
    after(ms, callback) {
      const timer = { ms, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  });
  opened.push(thread);
  /** The time of whatever waits for it is over. */
  const pass = (): void => {
    for (const timer of timers) {
      timers.delete(timer);
      timer.callback();
    }
  };
  const ask = (question: string) => thread.ask(question).catch(String);
  const answer = (...reasons: string[]) => threads.at(-1)!.events.answered(reasons.map(saying));
  return { thread, threads, timers, pass, ask, answer };
}
const saying = (value: string): ThreadAnswer<string> => ({ value });
/** Whatever was asked for has been handed on. */
const asked = () => new Promise(setImmediate);
const SILENT = 'it says nothing for 10 s';
const OVER = 'nobody asks any more';

test('what is asked for while the thread reads goes to it together, in order', async () => {
  const { threads, ask, answer } = playedThread();
  const first = [ask('a'), ask('b')];
  await asked();
  const next = [ask('c'), ask('d')];
  await asked();
  expect(threads[0]!.asked).toEqual([['a', 'b']]);
  answer('of a', 'of b');
  expect(await Promise.all(first)).toEqual(['of a', 'of b']);
  expect(threads[0]!.asked).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  answer('of c', 'of d');
  expect(await Promise.all(next)).toEqual(['of c', 'of d']);
  expect(threads).toHaveLength(1);
});

test('what is asked in one turn of the event loop goes to the thread together', async () => {
  const { threads, ask } = playedThread();
  void ask('a');
  queueMicrotask(() => void ask('c'));
  void ask('b');
  await asked();
  void ask('d');
  await asked();
  expect(threads[0]!.asked).toEqual([['a', 'b', 'c']]);
});

test('a thread that was idle does not end before it is asked', async () => {
  const { threads, timers, pass, ask, answer } = playedThread();
  const first = ask('a');
  await asked();
  answer('of a');
  await first;
  const next = ask('b');
  expect(timers).toHaveLength(0);
  pass();
  await asked();
  expect(threads.map((thread) => [thread.asked, thread.ended])).toEqual([[[['a'], ['b']], false]]);
  answer('of b');
  expect(await next).toBe('of b');
});

test('one that hangs fails what waits for it, is asked nothing more, and goes on when it is back', async () => {
  const { threads, pass, ask, answer } = playedThread();
  const first = ask('a');
  await asked();
  pass();
  expect(await first).toBe(`Error: ${SILENT}`);
  const next = [ask('b'), ask('c')];
  await asked();
  pass();
  expect(await Promise.all(next)).toEqual([`Error: ${SILENT}`, `Error: ${SILENT}`]);
  const back = ask('d');
  await asked();
  expect([threads.length, threads[0]!.asked]).toEqual([1, [['a']]]);
  answer('of a');
  expect(threads[0]!.asked).toEqual([['a'], ['d']]);
  answer('of d');
  expect(await back).toBe('of d');
});

test('what the disk says of a ask is thrown for that ask alone', async () => {
  const { threads, ask } = playedThread();
  const both = [ask('a'), ask('b')];
  await asked();
  threads[0]!.events.answered([{ error: 'EIO' }, saying('of b')]);
  expect(await Promise.all(both)).toEqual(['Error: EIO', 'of b']);
});

test('a thread that ends fails what it had in hand, and another one reads on', async () => {
  const { threads, ask, answer } = playedThread();
  const lost = ask('a');
  await asked();
  threads[0]!.events.ended(new Error('out of memory'));
  expect(await lost).toBe('Error: out of memory');
  const next = ask('b');
  await asked();
  answer('of b');
  expect([await next, threads.length]).toEqual(['of b', 2]);
});

test('a thread that nobody asks any more is ended, and nothing waits for it', async () => {
  const { threads, timers, pass, ask, answer } = playedThread();
  const first = ask('a');
  await asked();
  answer('of a');
  await first;
  pass();
  expect([threads[0]!.ended, timers.size]).toEqual([true, 0]);
  const next = ask('b');
  await asked();
  answer('of b');
  expect([await next, threads.length]).toEqual(['of b', 2]);
});

test('the end fails what is asked for, with no timer left', async () => {
  const { thread, threads, timers, ask } = playedThread();
  const [first, second] = [ask('a'), asked().then(() => ask('b'))];
  await asked();
  await asked();
  thread.end();
  expect(await Promise.all([first, second])).toEqual([`Error: ${OVER}`, `Error: ${OVER}`]);
  expect([threads[0]!.ended, timers.size]).toEqual([true, 0]);
});

test('where an answer always comes, the thread has all the time it takes, and is ended only with nothing to do', async () => {
  const timers = new Set<() => void>();
  let answer = (): void => {};
  const thread = createAskedThread<string, string>({
    over: OVER,
    start: ({ answered }) => ({ ask: (all) => (answer = () => answered(all.map(saying))), end: () => {} }),
    after(_ms, callback) {
      timers.add(callback);
      return () => timers.delete(callback);
    },
  });
  opened.push(thread);
  const counts: number[] = [];
  for (const question of ['a', 'b']) {
    const said = thread.ask(question);
    await asked();
    counts.push(timers.size);
    answer();
    expect(await said).toBe(question);
    counts.push(timers.size);
  }
  expect(counts).toEqual([0, 1, 0, 1]);
});
