import { expect, test, vi } from 'vitest';
import { createStartAhead } from '../../src/compositions/start-ahead.ts';
import type { RenderPool } from '../../src/render/render-pool.ts';
import type { RenderProcess } from '../../src/render/render-process.ts';
import { remoteRelease, shellRelease, version } from '../fixtures/fixture-release.ts';

test('each process starts once its release and the shell are there, and one that does not load is nothing yet', async () => {
  const started: string[] = [];
  const start = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('it does not load')));
  const use: RenderPool['use'] = ({ app }) => {
    started.push(app);
    return { start } as Partial<RenderProcess> as RenderProcess;
  };
  const take = createStartAhead({ use });
  take(version('one').release);
  expect(started).toEqual([]);
  take(shellRelease().release);
  expect(started).toEqual(['docs', 'shell']);
  take(remoteRelease({ app: 'news' }).release);
  expect(started).toEqual(['docs', 'shell', 'news']);
  expect(start).toHaveBeenCalledTimes(3);
});
