import { expect, it } from 'vitest';
import { type Point, type Polyline, boxOf, curveOf, pathOf } from '../../../src/react/components/svg-path.ts';

/** @returns the points of a path, after each of its commands */
function placesIn(path: string): Point[] {
  let [at, start]: Point[] = [
    [0, 0],
    [0, 0],
  ];
  return [...path.matchAll(/([Mmlz])([^Mmlz]*)/g)].flatMap(([, command, text]) => {
    if (command === 'z') return [(at = start!)];
    const numbers = (text!.match(/-?\d+/g) ?? []).map(Number);
    return numbers.flatMap((x, i): Point[] => {
      if (i % 2 === 1) return [];
      at = command === 'M' ? [x, numbers[i + 1]!] : [at![0] + x, at![1] + numbers[i + 1]!];
      if (i === 0 && command !== 'l') start = at;
      return [at];
    });
  });
}

/** @param text `10,20 13,16` */
const pointsOf = (text: string): Point[] =>
  text.split(' ').map((pair) => pair.split(',').map(Number) as never);

it.each<[string, Polyline[], string]>([
  ['a line', [{ points: pointsOf('10,20 13,16 13,30') }], 'M10 20l3-4 0 14'],
  ['a closed line', [{ points: pointsOf('10,20 13,16 9,9'), closed: true }], 'M10 20l3-4-4-7z'],
  ['points between whole numbers', [{ points: pointsOf('0.4,0.6 1.6,1.4') }], 'M0 1l2 0'],
  ['no line', [], ''],
])('pathOf writes %s as relative distances', (_, lines, path) => {
  expect(pathOf(lines)).toBe(path);
});

it('pathOf reaches each point without an accumulated rounding error', () => {
  const lines = Array.from({ length: 40 }, (_, k): Polyline => ({
    closed: k % 3 === 0,
    points: Array.from({ length: 5 }, (__, i): Point => [k * 7.49 + i * 0.49, 300 - k * 3.51 * i]),
  }));
  const places = lines.flatMap(({ points, closed }) => [...points, ...(closed ? [points[0]!] : [])]);
  expect(placesIn(pathOf(lines))).toEqual(places.map(([x, y]) => [Math.round(x), Math.round(y)]));
});

/** The end points and the control points of the parabolas of a smooth line. */
function smoothLine(path: string): { ends: Point[]; controls: Point[] } {
  const [, ...parts] = /^M([^q]+)q([^t]+)(?:t(.+))?$/.exec(path)!;
  const [at, curve, others = []] = parts.map((text) => (text?.match(/-?[\d.]+/g) ?? []).map(Number));
  let [x, y] = at as [number, number];
  const controls: Point[] = [[x + curve![0]!, y + curve![1]!]];
  const steps = [...curve!.slice(2), ...others];
  const ends: Point[] = [[x, y]];
  for (let i = 0; i < steps.length; i += 2) {
    if (i > 0) controls.push([2 * x - controls.at(-1)![0], 2 * y - controls.at(-1)![1]]);
    [x, y] = [x + steps[i]!, y + steps[i + 1]!];
    ends.push([x, y]);
  }
  return { ends, controls };
}

it.each([
  ['whole numbers', 1],
  ['tenths', 10],
])('curveOf starts and ends at its points, with the others as control points, in %s', (_, steps) => {
  const points = Array.from({ length: 30 }, (__, i): Point => [i * 19.37, 200 + Math.sin(i / 3) * 90]);
  const { ends, controls } = smoothLine(curveOf(points, steps));
  const near = (one: Point, other: Point): number => Math.hypot(one[0] - other[0], one[1] - other[1]);
  const expected = [[ends[0]!, points[0]!] as const, [ends.at(-1)!, points.at(-1)!] as const];
  const drawn = controls.map((control, i) => [control, points[i + 1]!] as const);
  expect(drawn).toHaveLength(points.length - 2);
  for (const [one, other] of [...expected, ...drawn]) expect(near(one, other)).toBeLessThan(1.5 / steps);
});

it('boxOf draws a closed rectangle', () => expect(boxOf(1, 2, 30, 40)).toBe('M1 2h30v40h-30z'));

it('curveOf draws one parabola through three points', () => {
  expect(curveOf(pointsOf('0,10 20,40 40,10'))).toBe('M0 10q20 30 40 0');
});
