export type Point = readonly [x: number, y: number];
/** Lines from point to point; closed: and back to the first. */
export interface Polyline {
  points: readonly Point[];
  closed?: boolean;
}

/**
 * The `d` of an SVG path, which may stand behind another. What is written is how far each point is from the one before:
 * that compresses better than where it is. In whole numbers, which have no last digit in which two engines could
 * differ.
 */
export function pathOf(lines: readonly Polyline[]): string {
  let at: Point = [0, 0];
  const step = (to: Point): string => {
    const text = `${to[0] - at[0]} ${to[1] - at[1]}`;
    at = to;
    return text;
  };
  return lines
    .map(({ points, closed = false }, i) => {
      const [start, ...others] = points.map(([x, y]): Point => [Math.round(x), Math.round(y)]);
      const move = i === 0 ? `M${step(start!)}l` : `m${step(start!)} `;
      const text = `${move}${others.map(step).join(' ')}${closed ? 'z' : ''}`;
      if (closed) at = start!;
      return text.replaceAll(' -', '-');
    })
    .join('');
}

/**
 * The `d` of an SVG path of one smooth line that begins and ends at the first and last point and is drawn towards each
 * of the others: parabolas, each from the middle between two points to the next. Of all but the first only the ends
 * are written (`t`): the control points follow from them.
 * @param points at least three
 * @param steps how many places there are in a unit: 1 for whole numbers. The control points stand on every second one,
 *   and the ends on a place therefore, so that nothing builds up.
 */
export function curveOf(points: readonly Point[], steps = 1): string {
  const place = (value: number): number => 2 * Math.round((value * steps) / 2);
  const [start, ...controls] = points.map(([x, y]): Point => [place(x), place(y)]);
  const last = controls.pop()!;
  const ends = controls.map(([x, y], i): Point => {
    const next = controls[i + 1];
    return next ? [(x + next[0]) / 2, (y + next[1]) / 2] : last;
  });
  const write = ([x, y]: Point, [toX, toY]: Point): string => `${(toX - x) / steps} ${(toY - y) / steps}`;
  const [first, ...others] = ends.map((end, i) => write(ends[i - 1] ?? start!, end));
  const text = `M${start![0] / steps} ${start![1] / steps}q${write(start!, controls[0]!)} ${first}`;
  return `${text}${others.length > 0 ? `t${others.join(' ')}` : ''}`.replaceAll(' -', '-');
}

/** The `d` of an upright box. */
export const boxOf = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}h${width}v${height}h${-width}z`;

/** The number of corrections of a loop; each one reduces its distance to the points to a third or less. */
const CORRECTIONS = 4;

/**
 * The `d` of an SVG path of smooth loops through points: where lines would need many, these need few.
 * @param loops the points of each, at least three
 */
export function smoothPathOf(loops: readonly (readonly Point[])[]): string {
  return loops.map(smoothLoop).join('');
}

/**
 * Parabolas, each from the middle between two control points to the next. Of all but the first only the ends are
 * written (`t`): the control points follow. They are even numbers, the ends whole ones therefore, and nothing builds
 * up.
 */
function smoothLoop(points: readonly Point[]): string {
  const controls = controlsOf(points).map(([x, y]): Point => [2 * Math.round(x / 2), 2 * Math.round(y / 2)]);
  const ends = controls.map((to, i): Point => mix(controls[(i || controls.length) - 1]!, to, 0.5));
  const steps = ends.map((from, i) => between(from, ends[(i + 1) % ends.length]!));
  const [start] = ends;
  const text = `M${start!.join(' ')}q${between(start!, controls[0]!)} ${steps[0]}t${steps.slice(1).join(' ')}`;
  return text.replaceAll(' -', '-');
}

/** @returns the control points of the loop that goes through the points. */
function controlsOf(points: readonly Point[]): readonly Point[] {
  let controls = points;
  for (let time = 0; time < CORRECTIONS; time++) {
    controls = controls.map(([x, y], i): Point => {
      // Where the loop passes nearest to this control point.
      const before = controls[(i || controls.length) - 1]!;
      const neighbours = mix(before, controls[(i + 1) % controls.length]!, 0.5);
      const [passedX, passedY] = mix(neighbours, [x, y], 0.75);
      return [x + points[i]![0] - passedX, y + points[i]![1] - passedY];
    });
  }
  return controls;
}

function mix([x, y]: Point, [toX, toY]: Point, share: number): Point {
  return [x + (toX - x) * share, y + (toY - y) * share];
}

function between([x, y]: Point, [toX, toY]: Point): string {
  return `${toX - x} ${toY - y}`;
}
