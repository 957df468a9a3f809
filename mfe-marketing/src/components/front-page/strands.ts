import { seededRandom } from '@voltframe/kit/react/components/seeded-random';
import { type Point, curveOf } from '@voltframe/kit/react/components/svg-path';

export const FIELD = { width: 1600, height: 260 };
/** The frame in the middle of the field. Strands are loose to the left of it and ordered to the right. */
export const FRAME = { left: 640, right: 960 };
const STRANDS = 11;
/** The strand that is highlighted along its whole length. */
export const LIVE = 5;
/** The other strands. */
export const LOOSE = Array.from({ length: STRANDS }, (_, i) => i).filter((i) => i !== LIVE);
const POINTS = 20;
/** Reach of the pointer and the largest shift of a strand by it, in units of the field. */
export const REACH = 110;
const WAY = 46;
const SWELL = 13;

/** The y of a strand in the frame. */
export const lane = (i: number): number => 40 + i * 18;

/** A disturbance of the strands to the left of the frame. */
export interface Unrest {
  /** A wave through all strands: strength, 0 to 1, and phase in radians. */
  swell: number;
  phase: number;
  /** The pointer in units of the field. It pushes the strands apart with a force of 0 to 1. */
  x: number;
  y: number;
  force: number;
}
const CALM: Unrest = { swell: 0, phase: 0, x: 0, y: 0, force: 0 };

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
export function strand(i: number, unrest = CALM): string {
  const { swell, phase, x, y, force } = unrest;
  const points = REST[i]!.map((place): Point => {
    const [dx, dy] = [place.x - x, place.y - y];
    const near = Math.exp(-(dx * dx + dy * dy) / (REACH * REACH));
    const parted = force * WAY * near * (dy / (Math.abs(dy) + 14));
    const risen = swell * SWELL * Math.sin(place.x * 0.026 + i * 1.3 - phase);
    // The shift by the pointer fades out before the frame, so that the strand enters it without a bend.
    return [place.x, place.y + Math.min(1, place.loose * 2.2) * parted + place.loose * risen];
  });
  return curveOf(points, unrest === CALM ? 1 : 10);
}
