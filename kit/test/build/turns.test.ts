import { expect, it } from 'vitest';
import { createTurns } from '../../src/build/turns.ts';

it('runs only the newest waiting task of each kind', async () => {
  const log: string[] = [];
  const logging = (word: string) => async () => void log.push(word);
  const { runNewest } = createTurns(Promise.resolve(), () => {});
  await Promise.all([
    runNewest('blog', logging('blog 1')),
    runNewest('legal', logging('legal 1')),
    runNewest('blog', logging('blog 2')),
  ]);
  expect(log).toEqual(['legal 1', 'blog 2']);
});
