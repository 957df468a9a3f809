import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  createFolderReader,
  type FolderReader,
} from '../../../../src/releasing/releases/sources/folder-reader.ts';
import { testFolder } from '../../../fixtures/test-database.ts';

const opened: FolderReader[] = [];
afterEach(() => opened.splice(0).forEach((reader) => reader.end()));

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

test('a disk that hangs is not waited for, and is asked again when it is back', async () => {
  const timers: { ms: number; callback: () => void }[] = [];
  const asked: number[] = [];
  let answer = (): void => {};
  const reader = createFolderReader({
    start: ({ answered }) => ({
      ask(questions) {
        asked.push(questions.length);
        answer = () =>
          answered(questions.map(() => ({ value: { ok: false, missing: true, reason: 'it is back' } })));
      },
      end: () => {},
    }),
    after(ms, callback) {
      timers.push({ ms, callback });
      return () => {};
    },
  });
  opened.push(reader);
  const first = reader.file('/app', 'a', 10);
  await new Promise(setImmediate);
  expect(timers.map(({ ms }) => ms)).toEqual([10_000]);
  timers[0]!.callback();
  await expect(first).rejects.toThrow('the disk of a release folder says nothing for 10 s');
  const next = reader.file('/app', 'b', 10);
  answer();
  answer();
  expect(await next).toMatchObject({ reason: 'it is back' });
  expect(asked).toEqual([1, 1]);
});
