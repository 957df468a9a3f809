import { expect, it } from 'vitest';
import { type Point, type Polyline, pathOf, smoothPathOf } from '../../../src/react/components/svg-path.ts';

/** Where a path leads, its commands followed one by one. */
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
  ['a closed one', [{ points: pointsOf('10,20 13,16 9,9'), closed: true }], 'M10 20l3-4-4-7z'],
  ['points between whole numbers', [{ points: pointsOf('0.4,0.6 1.6,1.4') }], 'M0 1l2 0'],
  ['nothing', [], ''],
])('writes %s in distances', (_, lines, path) => {
  expect(pathOf(lines)).toBe(path);
});

it('leads to each point, wherever the line before ended; rounding does not build up', () => {
  const lines = Array.from({ length: 40 }, (_, k): Polyline => ({
    closed: k % 3 === 0,
    points: Array.from({ length: 5 }, (__, i): Point => [k * 7.49 + i * 0.49, 300 - k * 3.51 * i]),
  }));
  const places = lines.flatMap(({ points, closed }) => [...points, ...(closed ? [points[0]!] : [])]);
  expect(placesIn(pathOf(lines))).toEqual(places.map(([x, y]) => [Math.round(x), Math.round(y)]));
});

/** Points on a smooth path, four of each of its parabolas, and where it ends. */
function pointsOn(path: string): { points: Point[]; end: Point } {
  const [, ...parts] = /^M([^q]+)q([^t]+)t(.+)$/.exec(path)!;
  const [at, curve, ends] = parts.map((text) => (text.match(/-?\d+/g) ?? []).map(Number));
  let [x, y] = at as [number, number];
  let [cx, cy] = [x + curve![0]!, y + curve![1]!];
  const steps = [...curve!.slice(2), ...ends!];
  const points: Point[] = [];
  for (let i = 0; i < steps.length; i += 2) {
    if (i > 0) [cx, cy] = [2 * x - cx, 2 * y - cy];
    const [toX, toY] = [x + steps[i]!, y + steps[i + 1]!];
    for (const u of [0, 0.25, 0.5, 0.75])
      points.push([
        (1 - u) ** 2 * x + 2 * u * (1 - u) * cx + u * u * toX,
        (1 - u) ** 2 * y + 2 * u * (1 - u) * cy + u * u * toY,
      ]);
    [x, y] = [toX, toY];
  }
  return { points, end: [x, y] };
}

it('leads a smooth loop through its points, within two units, and back to where it began', () => {
  const loop = Array.from({ length: 40 }, (_, i): Point => {
    const a = (i / 40) * 2 * Math.PI;
    return [320 + Math.sin(2 * a) * 280, 200 + Math.sin(3 * a + 1) * 175];
  });
  const { points, end } = pointsOn(smoothPathOf([loop]));
  expect(end).toEqual(points[0]);
  for (const [x, y] of loop) {
    const nearest = Math.min(...points.map(([px, py]) => Math.hypot(px - x, py - y)));
    expect(nearest).toBeLessThan(2);
  }
});

it('writes one smooth loop after another, in whole numbers', () => {
  const square = pointsOf('0,0 40,0 40,40 0,40');
  expect(smoothPathOf([square, square])).toMatch(/^(M[-\d ]+q[-\d ]+t[-\d ]+){2}$/);
});
