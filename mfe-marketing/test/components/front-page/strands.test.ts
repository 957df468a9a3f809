import { describe, expect, it } from 'vitest';
import { FRAME, LIVE, LOOSE, lane, strand } from '../../../src/components/front-page/strands.ts';

const ALL = [...LOOSE, LIVE];
const STIRRED = { swell: 1, phase: 2, x: 200, y: 120, force: 1 };

/** Where the parabolas of a strand begin and end. */
function ends(path: string): [x: number, y: number][] {
  const [, start, curve, others] = /^M([^q]+)q([^t]+)t(.+)$/.exec(path)!;
  const numbers = [start!, curve!, others!].map((text) => text.match(/-?[\d.]+/g)!.map(Number));
  const steps = [...numbers[1]!.slice(2), ...numbers[2]!];
  const found: [number, number][] = [[numbers[0]![0]!, numbers[0]![1]!]];
  for (let i = 0; i < steps.length; i += 2)
    found.push([found.at(-1)![0] + steps[i]!, found.at(-1)![1] + steps[i + 1]!]);
  return found;
}

describe('strand', () => {
  it.each([
    ['calm', undefined],
    ['disturbed', STIRRED],
  ])('runs from the edge of the page into its lane of the frame: %s', (_, unrest) => {
    for (const i of ALL) {
      const places = ends(strand(i, unrest));
      expect(places[0]![0]).toBe(0);
      expect(places.at(-1)![0]).toBeCloseTo(FRAME.left, 6);
      expect(Math.abs(places.at(-1)![1] - lane(i))).toBeLessThanOrEqual(1);
    }
  });

  it('has only whole numbers while it is calm', () => {
    for (const i of ALL) expect(strand(i)).toMatch(/^[-\d Mqt]+$/);
  });

  it('is moved away from a nearby pointer', () => {
    const pointer = { ...STIRRED, swell: 0 };
    const moved = (i: number) => {
      const calm = ends(strand(i));
      return ends(strand(i, pointer)).map(([x, y], k) => ({ x, by: y - calm[k]![1], above: y < pointer.y }));
    };
    const places = LOOSE.flatMap(moved);
    expect(Math.max(...places.map(({ by }) => Math.abs(by)))).toBeGreaterThan(20);
    expect(places.filter(({ by, above }) => Math.abs(by) > 3 && by < 0 !== above)).toEqual([]);
    expect(places.filter(({ x, by }) => x > 560 && Math.abs(by) > 3)).toEqual([]);
  });
});
