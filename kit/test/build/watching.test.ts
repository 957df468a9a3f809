import { rmSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { watchDirectly, watchFolder, watchSources } from '../../src/build/watching.ts';
import { temporaryFolder } from '../temporary-folders.ts';

it('reports a change when a folder can no longer be watched', () => {
  const folder = temporaryFolder();
  const changes: (string | null)[] = [];
  const watcher = watchDirectly(folder, (name) => void changes.push(name));
  onTestFinished(() => {
    watcher.close();
    rmSync(folder, { recursive: true });
  });
  watcher.emit('error', new Error('EPERM'));
  expect(changes).toEqual([null]);
});

/** Milliseconds. A busy machine reports changes late. */
const PATIENT = { timeout: 60_000 };

function watched() {
  const root = temporaryFolder();
  const changed = vi.fn<() => void>();
  const isWatched = vi.fn<(name: string) => boolean>((name) => name !== 'dist');
  const stop = watchFolder(root, isWatched, changed);
  onTestFinished(() => {
    stop();
    rmSync(root, { recursive: true, force: true });
  });
  return { changed, isWatched, at: (file: string) => path.join(root, file) };
}

it(
  'reports folders that are created, replaced or deleted, and their files',
  { timeout: 120_000 },
  async () => {
    const { changed, at } = watched();
    const folder = [
      () => mkdirSync(at('public/blog'), { recursive: true }),
      () => writeFileSync(at('public/blog/a.txt'), 'a'),
      () => rmSync(at('public'), { recursive: true }),
    ];
    for (const change of [...folder, ...folder, () => writeFileSync(at('upstreams.recorded.json'), '[]')]) {
      changed.mockClear();
      change();
      await expect.poll(() => changed.mock.calls.length, PATIENT).toBeGreaterThan(0);
    }
  },
);

it('ignores files that are not watched', async () => {
  const { changed, isWatched, at } = watched();
  mkdirSync(at('dist'));
  await expect.poll(() => isWatched.mock.calls, PATIENT).toContainEqual(['dist']);
  expect(changed).not.toHaveBeenCalled();
});

it('reports a change of the config and of files below src', async () => {
  const root = temporaryFolder();
  for (const folder of ['src/pages', 'node_modules']) mkdirSync(path.join(root, folder), { recursive: true });
  let next = Promise.withResolvers<void>();
  const stop = watchSources([root], async () => next.resolve());
  onTestFinished(() => {
    stop();
    rmSync(root, { recursive: true, force: true });
  });
  for (const file of ['mfe.config.ts', 'src/pages/home.tsx']) {
    next = Promise.withResolvers();
    writeFileSync(path.join(root, file), file);
    await expect(next.promise).resolves.toBeUndefined();
  }
});
