import { describe, expect, it } from 'vitest';
import { fakeClock } from '@voltframe/kit/testing/fake-clock';
import { createProgress } from '../../../src/navigation/transition/progress.ts';

describe('the progress bar', () => {
  function setUp() {
    const clock = fakeClock();
    const drawn: (number | null)[] = [];
    return { clock, drawn, progress: createProgress({ ...clock, draw: (percent) => drawn.push(percent) }) };
  }

  it('is not shown for navigations within 200 ms', async () => {
    const { clock, drawn, progress } = setUp();
    progress.start();
    await clock.advance(200 - 1);
    progress.end();
    await clock.advance(5000);
    expect([drawn, clock.pending()]).toEqual([[], 0]);
  });

  it('grows, is never full, and is removed at the end', async () => {
    const { clock, drawn, progress } = setUp();
    progress.start();
    await clock.advance(30_000);
    const percents = drawn as number[];
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    expect(percents.at(-1)).toBeLessThan(100);
    progress.end();
    expect([drawn.at(-1), clock.pending()]).toEqual([null, 0]);
  });

  it('continues for a newer navigation', async () => {
    const { clock, drawn, progress } = setUp();
    progress.start();
    await clock.advance(200);
    progress.start();
    progress.end();
    expect(drawn.filter((percent) => percent === null)).toHaveLength(1);
    expect(clock.pending()).toBe(0);
  });
});
