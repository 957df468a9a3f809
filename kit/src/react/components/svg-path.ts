export type Point = readonly [x: number, y: number];
/** Lines from point to point; closed: and back to the first. */
export interface Polyline {
  points: readonly Point[];
  closed?: boolean;
}

/**
 * The `d` of an SVG path, which may stand behind another. What is written is how far each point is from the one before: that compresses
 * better than where it is. In whole numbers, which have no last digit in which two engines could differ.
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
