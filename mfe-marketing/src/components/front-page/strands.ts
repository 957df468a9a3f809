import { seededRandom } from '@voltframe/kit/react/components/seeded-random';
import { type Point, curveOf } from '@voltframe/kit/react/components/svg-path';

export const FIELD = { width: 1600, height: 260 };
/** The frame in the middle of the field. Strands are loose to the left of it and ordered to the right. */
export const FRAME = { left: 640, right: 960 };
const STRANDS = 11;
/** The strand that is highlighted along its whole length. */
export const LIVE = 5;
/** The other strands. */
export const OTHERS = Array.from({ length: STRANDS }, (_, i) => i).filter((i) => i !== LIVE);
const POINTS = 20;

/** @returns the shift of strand i at x by a disturbance, which has curves or square corners */
export type Shift = (i: number, x: number, corners: boolean) => number;

/** Width and height of the steps to the right of the frame. */
const CELL = 20;
const STEP = 24;

/** The y of a strand in the frame. */
export const lane = (i: number): number => 40 + i * 18;

interface Place {
  x: number;
  y: number;
  /** Share of the movement: 1 at the edge of the page, 0 at the frame. */
  loose: number;
}

/** The course of an undisturbed strand: waves that become smaller towards the frame. */
function wander(i: number): Place[] {
  const random = seededRandom(`strand ${i}`);
  const waves = [0, 1, 2].map((n) => ({
    size: (56 - n * 18) * (0.4 + random()),
    pace: 0.004 + n * 0.007 + random() * 0.006,
    phase: random() * 6.28,
  }));
  return Array.from({ length: POINTS }, (_, k): Place => {
    const x = (k / (POINTS - 1)) * FRAME.left;
    const loose = (1 - x / FRAME.left) ** 0.8;
    const way = waves.reduce((sum, wave) => sum + wave.size * Math.sin(x * wave.pace + wave.phase), 0);
    return { x, y: lane(i) + loose * way, loose };
  });
}

const REST = Array.from({ length: STRANDS }, (_, i) => wander(i));

/** @returns the `d` of a strand from the edge of the page to the frame, in whole numbers while it is undisturbed */
function strand(i: number, shift?: Shift): string {
  const points = REST[i]!.map(
    // A strand enters the frame without a bend.
    ({ x, y, loose }): Point => [x, y + Math.min(1, loose * 3) * (shift?.(i, x, false) ?? 0)],
  );
  return curveOf(points, shift ? 10 : 1);
}

/** @returns the rest of a `d`: steps of square corners to `end`, at heights that `level` gives for each cell */
function stepsTo(end: number, level: (x: number) => number): string {
  let [text, at] = ['', level(FRAME.right)];
  for (let x = FRAME.right; x < end; x += CELL) {
    const y = level(x);
    if (y !== at) text += `H${x}V${(at = y)}`;
  }
  return `${text}H${end}`;
}

/** A strand to the right of the frame: straight, with one bend and a stop at its end. */
function ordered(i: number, shift: Shift): string {
  const random = seededRandom(`order ${i}`);
  const spread = (i - LIVE) * 5;
  const bend = FRAME.right + 60 + Math.abs(i - LIVE) * 24;
  const end = 1180 + Math.round(random() * 330);
  const straight = bend + Math.abs(spread);
  const steps = stepsTo(end, (x) => {
    const high = x > straight && shift(i, x, true) > STEP / 2;
    return lane(i) + spread - (high ? 12 : 0);
  });
  return `M${FRAME.right} ${lane(i)}H${bend}L${straight} ${lane(i) + spread}${steps}m0-4v8`;
}

/** The live strand from the frame on: peaks in the frame, then a square wave to the edge of the page. */
function answer(shift: Shift): string {
  const middle = lane(LIVE);
  const peaks = [
    [750, -72],
    [812, 92],
    [862, -42],
  ].map(([x, y]) => `L${x} ${middle + Math.round(y! * (1 + Math.abs(shift(LIVE, x!, false)) / 320))}`);
  const steps = stepsTo(FIELD.width, (x) => {
    const wave = x < 1180 || x >= 1420 ? 0 : (x - 1180) % 120 < 60 ? -30 : 30;
    return middle + wave + Math.round(shift(LIVE, x, true) / STEP) * STEP;
  });
  return `H706${peaks.join('')}L894 ${middle}H${FRAME.right}${steps}`;
}

/** @returns the `d` of the three paths of the current: the loose strands, the ordered ones and the live one */
export function current(shift?: Shift): { loose: string; ordered: string; alive: string } {
  const ordering = shift ?? (() => 0);
  return {
    loose: OTHERS.map((i) => strand(i, shift)).join(''),
    ordered: OTHERS.map((i) => ordered(i, ordering)).join(''),
    alive: strand(LIVE, shift) + answer(ordering),
  };
}
