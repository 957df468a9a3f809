import { describe, expect, it } from 'vitest';
import { fakeClock, settle } from '@voltframe/kit/testing/fake-clock';
import { repaint } from '../../../src/navigation/transition/repaint.ts';

function setUp(reduced = true) {
  const { setTimeout, advance } = fakeClock();
  const state = { done: false, frames: [] as (() => void)[] };
  void repaint({
    document: { startViewTransition: () => ({}) as never, visibilityState: 'visible' },
    matchMedia: () => ({ matches: reduced }),
    setTimeout,
    requestAnimationFrame: (frame) => state.frames.push(frame),
  }).then(() => (state.done = true));
  return { state, advance };
}

describe('the repaint before a navigation', () => {
  it('takes one frame', async () => {
    const { state, advance } = setUp();
    await settle();
    expect(state.done).toBe(false);
    state.frames[0]!();
    await advance(0);
    expect(state.done).toBe(true);
  });

  it('waits at most 100 ms, because background tabs have no frames', async () => {
    const { state, advance } = setUp();
    await advance(100 - 1);
    expect(state.done).toBe(false);
    await advance(1);
    expect(state.done).toBe(true);
  });

  it('waits for no frame with a view transition', async () => {
    const { state } = setUp(false);
    await settle();
    expect([state.done, state.frames]).toEqual([true, []]);
  });
});
