import { describe, expect, it } from 'vitest';
import { fakeClock, settle } from '@voltframe/kit/testing/fake-clock';
import { createProgress } from '../../src/navigation/transition/progress.ts';
import { repaint } from '../../src/navigation/transition/repaint.ts';
import { withViewTransition } from '../../src/navigation/transition/view-transition.ts';

describe('the repaint before a navigation', () => {
  it('takes one frame', async () => {
    const { setTimeout, advance } = fakeClock();
    let done = false;
    const frames: (() => void)[] = [];
    void repaint({ setTimeout, requestAnimationFrame: (frame) => frames.push(frame) }).then(
      () => (done = true),
    );
    await settle();
    expect(done).toBe(false);
    frames[0]!();
    await advance(0);
    expect(done).toBe(true);
  });

  it('is waited for 100 ms at most: background tabs have no frames', async () => {
    const { setTimeout, advance } = fakeClock();
    let done = false;
    void repaint({ setTimeout, requestAnimationFrame: () => {} }).then(() => (done = true));
    await advance(100 - 1);
    expect(done).toBe(false);
    await advance(1);
    expect(done).toBe(true);
  });
});

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

  it('grows without ever being full, and ends', async () => {
    const { clock, drawn, progress } = setUp();
    progress.start();
    await clock.advance(30_000);
    const percents = drawn as number[];
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    expect(percents.at(-1)).toBeLessThan(100);
    progress.end();
    expect([drawn.at(-1), clock.pending()]).toEqual([null, 0]);
  });

  it('goes on when a newer navigation takes over', async () => {
    const { clock, drawn, progress } = setUp();
    progress.start();
    await clock.advance(200);
    progress.start();
    progress.end();
    expect(drawn.filter((percent) => percent === null)).toHaveLength(1);
    expect(clock.pending()).toBe(0);
  });
});

describe('a view transition', () => {
  function setUp({ reduced = false, supported = true, begins = true } = {}) {
    const clock = fakeClock();
    const events: string[] = [];
    const never = new Promise<never>(() => {});
    const transition = {
      ready: never,
      finished: never,
      updateCallbackDone: never,
      skipTransition: () => events.push('skip'),
    };
    const startViewTransition = (update: () => void) => {
      events.push('start');
      if (begins) update();
      return transition;
    };
    const window = {
      document: { visibilityState: 'visible', ...(supported ? { startViewTransition } : {}) },
      matchMedia: () => ({ matches: reduced }),
      setTimeout: clock.setTimeout,
    };
    const change = (animated = false) => withViewTransition(window, () => events.push('update'), animated);
    return { change, events, clock };
  }

  it('is around the change of the page', async () => {
    const { change, events } = setUp();
    await change();
    expect(events).toEqual(['start', 'update']);
  });

  it.each([
    ['the visitor wants less motion', { reduced: true }, false],
    ['the browser has none', { supported: false }, false],
    ['the browser animates the move itself', {}, true],
  ])('is left out where %s', async (_, options, animated) => {
    const { change, events } = setUp(options);
    await change(animated);
    expect(events).toEqual(['update']);
  });

  it('is skipped when it does not begin in time, and the page changes once', async () => {
    const { change, events, clock } = setUp({ begins: false });
    const changing = change();
    await clock.advance(50);
    await changing;
    expect(events).toEqual(['start', 'update', 'skip']);
  });
});
