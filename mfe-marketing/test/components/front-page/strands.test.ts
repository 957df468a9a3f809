import { describe, expect, it } from 'vitest';
import { FIELD, FRAME, LIVE, OTHERS, current, lane } from '../../../src/components/front-page/strands.ts';
import { shiftBy } from '../../../src/components/front-page/unrest.ts';

const strandsOf = (path: string): string[] => path.split(/(?=M)/);
const at = (x: number) => current(shiftBy([{ x, y: 130 }]));

/** Where the parabolas of a strand begin and end. */
function ends(path: string): [x: number, y: number][] {
  const [, start, curve, others] = /^M([^q]+)q([^t]+)t([-\d. ]+)/.exec(path)!;
  const numbers = [start!, curve!, others!].map((text) => text.match(/-?[\d.]+/g)!.map(Number));
  const steps = [...numbers[1]!.slice(2), ...numbers[2]!];
  const found: [number, number][] = [[numbers[0]![0]!, numbers[0]![1]!]];
  for (let i = 0; i < steps.length; i += 2)
    found.push([found.at(-1)![0] + steps[i]!, found.at(-1)![1] + steps[i + 1]!]);
  return found;
}

/** The heights of the live strand to the right of its peaks, by the x where each begins. */
function heights(path: string): Map<number, number> {
  return new Map([...path.matchAll(/H(\d+)V(\d+)/g)].map(([, x, y]) => [Number(x), Number(y)]));
}

describe('current', () => {
  it.each([
    ['calm', current()],
    ['disturbed on the left', at(200)],
    ['disturbed in the frame', at(700)],
  ])('runs from the edge of the page into its lanes of the frame: %s', (_, { loose, alive }) => {
    const places = [...strandsOf(loose), alive].map(ends);
    for (const [n, i] of [...OTHERS, LIVE].entries()) {
      expect(places[n]![0]![0]).toBe(0);
      expect(places[n]!.at(-1)![0]).toBeCloseTo(FRAME.left, 6);
      expect(Math.abs(places[n]!.at(-1)![1] - lane(i))).toBeLessThanOrEqual(1);
    }
  });

  it('has only whole numbers while it is calm', () => {
    for (const path of Object.values(current())) expect(path).toMatch(/^[-\d MqtHVLmv]+$/);
  });

  it('carries a pulse of at least a quarter of its height, as waves before the frame and as steps behind it', () => {
    const calm = current();
    const waves = [100, 200, 300].map((x) => {
      const moved = ends(at(x).alive);
      return Math.max(...ends(calm.alive).map(([, y], k) => Math.abs(moved[k]![1] - y)));
    });
    const steps = [1060, 1500].map((x) =>
      Math.max(...[...heights(at(x).alive).values()].map((y) => Math.abs(y - lane(LIVE)))),
    );
    expect(Math.min(...waves, ...steps)).toBeGreaterThanOrEqual(FIELD.height / 4);
  });

  it('moves only where the pulse is', () => {
    const calm = current();
    expect(at(200).ordered).toBe(calm.ordered);
    expect(heights(at(200).alive)).toEqual(heights(calm.alive));
    // A disturbed strand has decimal places.
    for (const [k, [, y]] of ends(at(1300).alive).entries())
      expect(Math.abs(y - ends(calm.alive)[k]![1])).toBeLessThanOrEqual(1);
    expect(at(1300).ordered).not.toBe(calm.ordered);
    expect(at(1300).ordered).not.toMatch(/[qtl]/);
  });

  it('moves the strands most that are near the pointer', () => {
    const moved = (y: number, i: number) => {
      const [calm, stirred] = [current(), current(shiftBy([{ x: 200, y }]))].map(({ loose }) =>
        ends(strandsOf(loose)[i]!),
      );
      return Math.max(...calm!.map(([, from], k) => Math.abs(stirred![k]![1] - from)));
    };
    expect(moved(lane(0), 0)).toBeGreaterThan(2 * moved(lane(10), 0));
    expect(moved(lane(10), 9)).toBeGreaterThan(2 * moved(lane(0), 9));
  });
});
