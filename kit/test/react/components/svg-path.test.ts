import { expect, it } from 'vitest';
import { type Point, type Polyline, pathOf } from '../../../src/react/components/svg-path.ts';

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

it.each<[string, Polyline[], string]>([
  [
    'a line',
    [
      {
        points: [
          [10, 20],
          [13, 16],
          [13, 30],
        ],
      },
    ],
    'M10 20l3-4 0 14',
  ],
  [
    'a closed one',
    [
      {
        points: [
          [10, 20],
          [13, 16],
          [9, 9],
        ],
        closed: true,
      },
    ],
    'M10 20l3-4-4-7z',
  ],
  [
    'points between whole numbers',
    [
      {
        points: [
          [0.4, 0.6],
          [1.6, 1.4],
        ],
      },
    ],
    'M0 1l2 0',
  ],
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

it('may stand behind another path', () => {
  expect(
    pathOf([
      {
        points: [
          [1, 1],
          [2, 2],
        ],
      },
    ]),
  ).toMatch(/^M/);
});
