import { type Point, pathOf } from '@voltframe/kit/react/components/svg-path';

type Wave = (x: number) => number;

const sine: Wave = (x) => Math.sin(x / 14) * 17;
const beacon: Wave = (x) =>
  x % 140 < 44 ? Math.sin((x % 140) / 2.3) * 21 * Math.sin(((x % 140) / 44) * Math.PI) : 0;
const tap: Wave = (x) => (x % 175 < 30 ? -22 * Math.sin(((x % 175) / 30) * Math.PI) : Math.sin(x / 5) * 1.5);
const joint: Wave = (x) => Math.asin(Math.sin(x / 26)) * 14;
const levels: Wave = (x) => [-16, 8, -4, 18, -10, 2, -20][Math.floor(x / 50) % 7]!;
const clock: Wave = (x) => (x % 70 < 35 ? -16 : 16);
const learning: Wave = (x) => Math.sin(x * 0.9) * 24 * Math.exp(-x / 190) + Math.sin(x / 40) * 6;

/** One channel per service, in their order: 700 wide, around y = 47. */
export const TRACES: readonly string[] = [sine, beacon, tap, joint, levels, clock, learning].map(trace);

function trace(wave: Wave): string {
  const points = Array.from({ length: 141 }, (_, i): Point => [i * 5, 47 + wave(i * 5)]);
  return pathOf([{ points }]);
}
