export type Point = readonly [x: number, y: number];
/** Lines between points. `closed`: the last point is joined to the first. */
export interface Polyline {
  points: readonly Point[];
  closed?: boolean;
}

/**
 * @returns the `d` of an SVG path. It begins with an absolute position, so that it can follow another path. All other
 *   positions are relative, which compresses better, and whole numbers, because engines can differ in the last digit.
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
 * @returns the `d` of an SVG path: one smooth line from the first point to the last. The points between are control
 *   points of quadratic Bézier curves, which join at the middle between two control points. After the first curve only
 *   the ends are written (`t`): SVG mirrors the control point.
 * @param points at least three
 * @param steps positions in a unit: 1 for whole numbers. Points are rounded to even positions, so that the middles are
 *   exact positions and rounding errors do not add up.
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

/** @returns the `d` of a rectangle. */
export const boxOf = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}h${width}v${height}h${-width}z`;

/** @returns the `d` of a circle. */
export const circleOf = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0`;
