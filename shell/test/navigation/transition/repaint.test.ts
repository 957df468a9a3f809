import { describe, expect, it } from 'vitest';
import { fakeClock, settle } from '@voltframe/kit/testing/fake-clock';
import { repaint } from '../../../src/navigation/transition/repaint.ts';

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

  it('waits at most 100 ms, because background tabs have no frames', async () => {
    const { setTimeout, advance } = fakeClock();
    let done = false;
    void repaint({ setTimeout, requestAnimationFrame: () => {} }).then(() => (done = true));
    await advance(100 - 1);
    expect(done).toBe(false);
    await advance(1);
    expect(done).toBe(true);
  });
});
