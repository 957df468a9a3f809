import { expect, it, vi } from 'vitest';
import { createTurns } from '../../src/build/turns.ts';

const noting = (log: string[], word: string) => async () => void log.push(word);

it('does nothing before the page is ready, then one thing after the other', async () => {
  const log: string[] = [];
  const ready = Promise.withResolvers<void>();
  const { run } = createTurns(ready.promise, () => {});
  const done = ['a', 'b'].map((word) => run(noting(log, word)));
  await Promise.resolve();
  expect(log).toEqual([]);
  ready.resolve();
  await Promise.all(done);
  expect(log).toEqual(['a', 'b']);
});

it('does of each kind only the newest that waits', async () => {
  const log: string[] = [];
  const { runNewest } = createTurns(Promise.resolve(), () => {});
  await Promise.all([
    runNewest('blog', noting(log, 'blog 1')),
    runNewest('legal', noting(log, 'legal 1')),
    runNewest('blog', noting(log, 'blog 2')),
  ]);
  expect(log).toEqual(['legal 1', 'blog 2']);
});

it('goes on after a step that failed, and tells of it', async () => {
  const log: string[] = [];
  const onFailure = vi.fn<(cause: unknown) => void>();
  const { run } = createTurns(Promise.resolve(), onFailure);
  await run(() => Promise.reject(new Error('gone')));
  await run(noting(log, 'next'));
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(new Error('gone'));
  expect(log).toEqual(['next']);
});
