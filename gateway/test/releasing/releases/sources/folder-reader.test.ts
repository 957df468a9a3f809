import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFolderReader } from '../../../../src/releasing/releases/sources/folder-reader.ts';
import { testFolder } from '../../../fixtures/test-database.ts';

test('files are read in the thread, byte by byte what they are', async () => {
  const base = mkdtempSync(path.join(realpathSync(testFolder()), 'app-'));
  const file = (name: string, text: string) => {
    writeFileSync(path.join(base, name), text);
    return path.join(base, name);
  };
  const reader = createFolderReader();
  onTestFinished(reader.end);
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
