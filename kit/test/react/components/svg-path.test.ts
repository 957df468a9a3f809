import { expect, it } from 'vitest';
import { type Point, type Polyline, boxOf, curveOf, pathOf } from '../../../src/react/components/svg-path.ts';

/** @param text `10,20 13,16` */
const pointsOf = (text: string): Point[] =>
  text.split(' ').map((pair) => pair.split(',').map(Number) as never);

it.each<[string, Polyline[], string]>([
  ['a line', [{ points: pointsOf('10,20 13,16 13,30') }], 'M10 20l3-4 0 14'],
  [
    'a line after a closed one',
    [{ points: pointsOf('10,20 13,16 9,9'), closed: true }, { points: pointsOf('20,20 21,22') }],
    'M10 20l3-4-4-7zm10 0 1 2',
  ],
  ['points between whole numbers', [{ points: pointsOf('0.4,0.6 1.6,1.4') }], 'M0 1l2 0'],
  ['no line', [], ''],
])('pathOf writes %s as relative distances', (_, lines, path) => {
  expect(pathOf(lines)).toBe(path);
});

it('boxOf draws a closed rectangle', () => expect(boxOf(1, 2, 30, 40)).toBe('M1 2h30v40h-30z'));

const CURVE = '0,0 10,20 21,9 30.4,20 40,0';

it.each([
  ['one parabola through three points', '0,10 20,40 40,10', 1, 'M0 10q20 30 40 0'],
  ['a smooth line in whole numbers', CURVE, 1, 'M0 0q10 20 16 15t10 0 14-15'],
  ['a smooth line in tenths', CURVE, 10, 'M0 0q10 20 15.5 14.5t10.2 0 14.3-14.5'],
])('curveOf draws %s', (_, points, steps, path) => {
  expect(curveOf(pointsOf(points), steps)).toBe(path);
});
