import { describe, expect, it } from 'vitest';
import { fakeClock } from '@voltframe/kit/testing/fake-clock';
import { withViewTransition } from '../../../src/navigation/transition/view-transition.ts';

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
    const change = (animated = false) =>
      withViewTransition(window, () => void events.push('update'), animated);
    return { change, events, clock };
  }

  it('wraps the change of the page', async () => {
    const { change, events } = setUp();
    await change();
    expect(events).toEqual(['start', 'update']);
  });

  it.each([
    ['the visitor wants less motion', { reduced: true }, false],
    ['the browser does not support it', { supported: false }, false],
    ['the browser animates the move itself', {}, true],
  ])('is left out when %s', async (_, options, animated) => {
    const { change, events } = setUp(options);
    await change(animated);
    expect(events).toEqual(['update']);
  });

  it('is skipped when it does not start in time, and the page changes once', async () => {
    const { change, events, clock } = setUp({ begins: false });
    const changing = change();
    await clock.advance(34);
    await changing;
    expect(events).toEqual(['start', 'update', 'skip']);
  });
});
