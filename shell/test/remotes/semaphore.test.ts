import { describe, expect, it } from 'vitest';
import { createSemaphore } from '../../src/remotes/semaphore.ts';
import { settle } from '@voltframe/kit/testing/fake-clock';

describe('a semaphore', () => {
  it('runs all tasks, and no more than its limit at a time', async () => {
    const { run } = createSemaphore(4);
    const releases: (() => void)[] = [];
    let running = 0;
    let most = 0;
    const tasks = Array.from({ length: 11 }, () =>
      run(async () => {
        most = Math.max(most, ++running);
        await new Promise<void>((resolve) => releases.push(resolve));
        running--;
      }),
    );
    await settle();
    while (releases.length > 0) {
      releases.shift()!();
      await settle();
    }
    await Promise.all(tasks);
    expect(most).toBe(4);
  });

  it('continues after a task that fails', async () => {
    const { run } = createSemaphore(1);
    await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await run(async () => 'next')).toBe('next');
  });
});
