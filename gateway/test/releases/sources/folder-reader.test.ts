import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  createFolderReader,
  type FolderAnswer,
  type FolderQuestion,
  type FolderReader,
  type FolderThreadEvents,
} from '../../../src/releases/sources/folder-reader.ts';
import { testFolder } from '../../fixtures/test-database.ts';

const opened: FolderReader[] = [];
afterEach(() => opened.splice(0).forEach((reader) => reader.end()));

/** A reader whose threads say what they are told to, when they are. */
function playedReader() {
  const threads: { asked: FolderQuestion[][]; events: FolderThreadEvents; ended: boolean }[] = [];
  const timers = new Set<{ ms: number; callback: () => void }>();
  const reader = createFolderReader({
    start(events) {
      const thread = { asked: [] as FolderQuestion[][], events, ended: false };
      threads.push(thread);
      return { ask: (questions) => thread.asked.push(questions), end: () => void (thread.ended = true) };
    },
    after(ms, callback) {
      const timer = { ms, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  });
  opened.push(reader);
  /** The time of whatever waits for it is over. */
  const pass = (): void => {
    for (const timer of timers) {
      timers.delete(timer);
      timer.callback();
    }
  };
  const file = (name: string) => reader.file('/app', name, 10).then(reasonIn, String);
  const answer = (...reasons: string[]) => threads.at(-1)!.events.answered(reasons.map(saying));
  return { reader, threads, timers, pass, file, answer };
}
const saying = (reason: string): FolderAnswer => ({ value: { ok: false, missing: false, reason } });
const reasonIn = (found: object) => ('reason' in found ? found.reason : found);
const names = (questions: FolderQuestion[] = []) =>
  questions.map((question) => ('file' in question ? question.file : ''));
/** Whatever was asked for has been handed on. */
const asked = () => new Promise(setImmediate);
const SILENT = 'Error: the disk of a release folder says nothing for 10 s';

test('files are read in the thread, byte by byte what they are', async () => {
  const base = mkdtempSync(path.join(realpathSync(testFolder()), 'app-'));
  const file = (name: string, text: string) => {
    writeFileSync(path.join(base, name), text);
    return path.join(base, name);
  };
  const reader = createFolderReader({ after: () => () => {} });
  opened.push(reader);
  const large = 'läng '.repeat(100_000);
  const found = await Promise.all([
    reader.file(base, file('a', 'short'), 10),
    reader.file(base, file('b', large), 1_000_000),
    reader.file(base, file('c', 'x'.repeat(11)), 10),
    reader.file(base, path.join(base, 'gone'), 10),
  ]);
  const texts = found.map((one) => (one.ok ? one.body?.toString() : one.reason));
  expect(texts[1] === large).toBe(true);
  expect([texts[0], texts[2], texts[3]]).toEqual(['short', undefined, 'it is not there']);
  expect((await reader.look(base, [path.join(base, 'a')])).base).toBe(base);
});

test('what is asked for while the thread reads goes to it together, in order', async () => {
  const { threads, file, answer } = playedReader();
  const first = [file('a'), file('b')];
  await asked();
  const next = [file('c'), file('d')];
  await asked();
  expect(threads[0]!.asked.map(names)).toEqual([['a', 'b']]);
  answer('of a', 'of b');
  expect(await Promise.all(first)).toEqual(['of a', 'of b']);
  expect(threads[0]!.asked.map(names)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  answer('of c', 'of d');
  expect(await Promise.all(next)).toEqual(['of c', 'of d']);
  expect(threads).toHaveLength(1);
});

test('a question while others are on their way waits for its turn', async () => {
  const { threads, file } = playedReader();
  void file('a');
  queueMicrotask(() => void file('c'));
  void file('b');
  await asked();
  expect(threads[0]!.asked.map(names)).toEqual([['a', 'b']]);
});

test('a disk that hangs fails what waits for it, is asked nothing more, and goes on when it is back', async () => {
  const { threads, pass, file, answer } = playedReader();
  const first = file('a');
  await asked();
  pass();
  expect(await first).toBe(SILENT);
  const next = [file('b'), file('c')];
  await asked();
  pass();
  expect(await Promise.all(next)).toEqual([SILENT, SILENT]);
  const back = file('d');
  await asked();
  expect([threads.length, threads[0]!.asked.map(names)]).toEqual([1, [['a']]]);
  answer('of a');
  expect(threads[0]!.asked.map(names)).toEqual([['a'], ['d']]);
  answer('of d');
  expect(await back).toBe('of d');
});

test('what the disk says of a file is thrown for that file alone', async () => {
  const { threads, file } = playedReader();
  const both = [file('a'), file('b')];
  await asked();
  threads[0]!.events.answered([{ error: 'EIO' }, saying('of b')]);
  expect(await Promise.all(both)).toEqual(['Error: EIO', 'of b']);
});

test('a thread that ends fails what it had in hand, and another one reads on', async () => {
  const { threads, file, answer } = playedReader();
  const lost = file('a');
  await asked();
  threads[0]!.events.ended(new Error('out of memory'));
  expect(await lost).toBe('Error: out of memory');
  const next = file('b');
  await asked();
  answer('of b');
  expect([await next, threads.length]).toEqual(['of b', 2]);
});

test('a thread that nobody asks any more is ended, and nothing waits for it', async () => {
  const { threads, timers, pass, file, answer } = playedReader();
  const first = file('a');
  await asked();
  answer('of a');
  await first;
  pass();
  expect([threads[0]!.ended, timers.size]).toEqual([true, 0]);
  const next = file('b');
  await asked();
  answer('of b');
  expect([await next, threads.length]).toEqual(['of b', 2]);
});

test('the end fails what is asked for, with no timer left', async () => {
  const { reader, threads, timers, file } = playedReader();
  const [first, second] = [file('a'), asked().then(() => file('b'))];
  await asked();
  await asked();
  reader.end();
  const over = 'Error: release folders are read no more';
  expect(await Promise.all([first, second])).toEqual([over, over]);
  expect([threads[0]!.ended, timers.size]).toEqual([true, 0]);
});
