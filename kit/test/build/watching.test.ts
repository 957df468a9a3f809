import { mkdtempSync, rmSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { watchDirectly, watchFolder, watchSources } from '../../src/build/watching.ts';

it('takes a folder that cannot be watched any more for a change', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'watched-'));
  const changes: (string | null)[] = [];
  const watcher = watchDirectly(folder, (name) => void changes.push(name));
  onTestFinished(() => {
    watcher.close();
    rmSync(folder, { recursive: true });
  });
  watcher.emit('error', new Error('EPERM'));
  expect(changes).toEqual([null]);
});

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

/** An app with a folder of sources. */
function watchedApp() {
  const root = mkdtempSync(path.join(tmpdir(), 'watched-'));
  for (const folder of ['src/pages', 'node_modules']) mkdirSync(path.join(root, folder), { recursive: true });
  let next = Promise.withResolvers<string>();
  let last = '';
  const stop = watchSources([root], async () => next.resolve(last));
  onTestFinished(() => {
    stop();
    rmSync(root, { recursive: true, force: true });
  });
  return {
    write: (file: string) => writeFileSync(path.join(root, file), (last = file)),
    /** The file that was written last when the next change is told of. */
    async told() {
      const file = await next.promise;
      next = Promise.withResolvers();
      return file;
    },
  };
}

it('tells of a change of the config, and of what lies below src', async () => {
  const { write, told } = watchedApp();
  write('mfe.config.ts');
  expect(await told()).toBe('mfe.config.ts');
  write('src/pages/home.tsx');
  expect(await told()).toBe('src/pages/home.tsx');
});
