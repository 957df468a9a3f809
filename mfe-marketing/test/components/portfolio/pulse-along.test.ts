import { expect, it, vi } from 'vitest';
import { pulseAlong } from '../../../src/components/portfolio/pulse-along.ts';

it.each([
  [1, 1, 1_600],
  [40, 1, 1_250],
  [400, 4, 500],
])('shows %i pulses, %i at once', (count, together, duration) => {
  const path = {
    setAttribute: vi.fn<() => void>(),
    animate: vi.fn<(frames: object, options: object) => void>(),
  };
  pulseAlong(path as unknown as SVGPathElement, count);
  expect(path.setAttribute).toHaveBeenCalledWith('stroke-dasharray', `3 ${100 / together - 3}`);
  expect(path.animate.mock.calls[0]![1]).toEqual({ duration, iterations: count / together });
});
