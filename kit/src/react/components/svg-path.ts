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

/** The `d` of a circle. */
export const circleOf = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0`;
