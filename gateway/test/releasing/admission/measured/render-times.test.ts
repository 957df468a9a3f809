import { expect, test } from 'vitest';
import { timeRenders } from '../../../../src/releasing/admission/measured/render-times.ts';

/** Renders that take so long, one after the other. */
function played(pages: number[], frames: number[]) {
  let now = 0;
  const take = (times: number[]) => async () => void (now += times.shift()!);
  return { render: { page: take(pages), frame: take(frames) }, clock: () => now };
}

test('the middle one of each counts: one that was slow says nothing', async () => {
  const { render, clock } = played([6, 500, 6], [2, 2, 900]);
  expect(await timeRenders(render, 3, clock)).toEqual({ ms: 6, ratio: 3 });
});

test('a frame that takes no time at all makes no page endless', async () => {
  const { render, clock } = played([1, 1, 1], [0, 0, 0]);
  expect(await timeRenders(render, 3, clock)).toEqual({ ms: 1, ratio: 10 });
});
