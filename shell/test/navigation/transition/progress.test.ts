// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { fakeClock } from '@voltframe/kit/testing/fake-clock';
import { createProgress } from '../../../src/navigation/transition/progress.ts';

const bars = () => [...document.querySelectorAll<HTMLElement>('[role="progressbar"]')];

describe('the progress bar', () => {
  function setUp() {
    const clock = fakeClock();
    return { clock, progress: createProgress(document, clock) };
  }

  it('is not shown for navigations within 200 ms', async () => {
    const { clock, progress } = setUp();
    progress.start();
    await clock.advance(200 - 1);
    expect(bars()).toEqual([]);
    progress.end();
    await clock.advance(5000);
    expect([bars(), clock.pending()]).toEqual([[], 0]);
  });

  it('grows from 0, is over two thirds after two seconds, never full, and removed at the end', async () => {
    const { clock, progress } = setUp();
    progress.start();
    await clock.advance(200);
    const drawn: number[] = [];
    for (let at = 0; at <= 60_000; at += 50) {
      drawn.push(Number(/scaleX\((.*)\)/.exec(bars()[0]!.style.transform)![1]));
      await clock.advance(50);
    }
    expect([drawn[0], drawn.toSorted((a, b) => a - b)]).toEqual([0, drawn]);
    expect(drawn[2000 / 50]).toBeCloseTo(0.7048, 3);
    expect(drawn.at(-1)).toBeLessThan(1);
    expect(bars().map((bar) => [bar.getAttribute('aria-label'), bar.getAttribute('aria-valuenow')])).toEqual([
      ['Loading the page', '99'],
    ]);
    progress.end();
    expect([bars(), clock.pending()]).toEqual([[], 0]);
  });

  it('continues for a newer navigation, and always disappears', async () => {
    const { clock, progress } = setUp();
    progress.start();
    await clock.advance(200);
    progress.start();
    expect(bars()).toHaveLength(1);
    progress.end();
    progress.end();
    expect([bars(), clock.pending()]).toEqual([[], 0]);
  });
});
