import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { watchFolder } from '../../../src/build/watching/watch-folder.ts';

/** A busy machine tells late. Milliseconds. */
const PATIENT = { timeout: 60_000 };

function watched() {
  const root = mkdtempSync(path.join(tmpdir(), 'watched-'));
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
  'tells of folders that come, are replaced and go, and of what is in them',
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

it('tells nothing of what is not watched', async () => {
  const { changed, isWatched, at } = watched();
  mkdirSync(at('dist'));
  await expect.poll(() => isWatched.mock.calls, PATIENT).toContainEqual(['dist']);
  expect(changed).not.toHaveBeenCalled();
});
