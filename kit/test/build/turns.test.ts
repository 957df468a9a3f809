import { expect, it, vi } from 'vitest';
import { createTurns } from '../../src/build/turns.ts';

const logging = (log: string[], word: string) => async () => void log.push(word);

it('runs no task before the page is ready, then one task after the other', async () => {
  const log: string[] = [];
  const ready = Promise.withResolvers<void>();
  const { run } = createTurns(ready.promise, () => {});
  const done = ['a', 'b'].map((word) => run(logging(log, word)));
  await Promise.resolve();
  expect(log).toEqual([]);
  ready.resolve();
  await Promise.all(done);
  expect(log).toEqual(['a', 'b']);
});

it('runs only the newest waiting task of each kind', async () => {
  const log: string[] = [];
  const { runNewest } = createTurns(Promise.resolve(), () => {});
  await Promise.all([
    runNewest('blog', logging(log, 'blog 1')),
    runNewest('legal', logging(log, 'legal 1')),
    runNewest('blog', logging(log, 'blog 2')),
  ]);
  expect(log).toEqual(['legal 1', 'blog 2']);
});

it('runs the next task after a failed one, and reports the failure', async () => {
  const log: string[] = [];
  const onFailure = vi.fn<(cause: unknown) => void>();
  const { run } = createTurns(Promise.resolve(), onFailure);
  await run(() => Promise.reject(new Error('gone')));
  await run(logging(log, 'next'));
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(new Error('gone'));
  expect(log).toEqual(['next']);
});
