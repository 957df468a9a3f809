import { seededRandom } from './seeded-random.ts';
import { type Point, type Polyline, pathOf, smoothPathOf } from './svg-path.ts';

/** A picture as SVG paths on a 640 × 400 field: its lines, and the one line that carries the current. */
export interface Drawing {
  lines: string;
  current: string;
  /** Dashed: a limit, or a way that is not taken. */
  guide?: string;
  /** Areas. */
  tone?: string;
  /** The moment or place that the picture is about. */
  mark?: Point;
  words?: readonly (readonly [x: number, y: number, text: string])[];
}
type Random = () => number;

export const WIDTH = 640;
export const HEIGHT = 400;

const DRAWINGS = [contours, circuit, ridges, tunnel, lattice, interference, field, orbit] as const;

/**
 * Draws the picture of an entry.
 * @param seed its slug; the same slug gives the same picture, on the server and in the browser
 * @param kind which of the eight kinds of picture; default: chosen by the slug
 */
export function draw(seed: string, kind?: number): Drawing {
  const random = seededRandom(seed);
  const index = kind ?? Math.floor(random() * DRAWINGS.length);
  return DRAWINGS[index % DRAWINGS.length]!(random);
}

const at = ([x, y]: Point): string => `${Math.round(x)} ${Math.round(y)}`;
const drawing = (lines: readonly Polyline[], current: readonly Polyline[]): Drawing => ({
  lines: pathOf(lines),
  current: pathOf(current),
});
const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const between = (random: Random, low: number, high: number): number => low + random() * (high - low);

/** Height lines of a hill that leans. */
function contours(random: Random): Drawing {
  const [cx, cy] = [between(random, 220, 420), between(random, 150, 250)];
  const waves = times(4, (i) => ({
    n: i + 2,
    size: between(random, 0.03, 0.26) / (i + 1),
    phase: random() * 6.28,
  }));
  const ring = (r: number): Point[] =>
    times(16, (i): Point => {
      const a = (i / 16) * 2 * Math.PI;
      const swell = 1 + waves.reduce((sum, w) => sum + w.size * Math.sin(w.n * a + w.phase + r / 160), 0);
      return [cx + Math.cos(a) * r * 1.5 * swell + r * 0.12, cy + Math.sin(a) * r * swell];
    });
  const rings = times(11, (i) => ring(16 + i * 23));
  const current = rings.splice(Math.floor(between(random, 2, 7)), 1);
  return { lines: smoothPathOf(rings), current: smoothPathOf(current) };
}

/** Traces that run in parallel, turn by 45 degrees and end in pads. */
function circuit(random: Random): Drawing {
  const pad = ([x, y]: Point): string => `M${at([x - 5, y])}a5 5 0 1 0 10 0a5 5 0 1 0-10 0`;
  const trace = (i: number): string => {
    const y = 28 + i * 24.5;
    const x1 = between(random, 30, 200);
    const step = Math.round(between(random, -3, 3)) * 24.5;
    const x2 = between(random, 230, 380);
    const x3 = between(random, 470, 610);
    const end: Point = [x3, y + step];
    const points: Point[] = [
      [x1 + 5, y],
      [x2, y],
      [x2 + Math.abs(step), y + step],
      [x3 - 5, y + step],
    ];
    return pad([x1, y]) + pathOf([{ points }]) + pad(end);
  };
  const traces = times(15, trace);
  const [current] = traces.splice(Math.floor(between(random, 4, 11)), 1);
  return { lines: traces.join(''), current: current! };
}

/** Signals one behind the other, loud in the middle. */
function ridges(random: Random): Drawing {
  const centre = between(random, 240, 400);
  const line = (row: number): Polyline => ({
    points: times(40, (i): Point => {
      const x = 28 + i * 15;
      const loud = Math.exp(-(((x - centre) / 120) ** 2));
      const y = 90 + row * 22 - loud * between(random, 0, 78) - random() * 3;
      return [x, 2 * Math.round(y / 2)]; // even: half as many distances to tell apart
    }),
  });
  const rows = times(14, line);
  const current = rows.splice(Math.floor(between(random, 4, 10)), 1);
  return drawing(rows, current);
}

/** Frames in frames, each turned a little further. */
function tunnel(random: Random): Drawing {
  const turn = between(random, 0.05, 0.16) * (random() < 0.5 ? -1 : 1);
  const corners = Math.floor(between(random, 3, 7));
  const frame = (i: number): Polyline => {
    const r = 280 * 0.87 ** i;
    const points = times(corners, (k): Point => {
      const a = (k / corners) * 2 * Math.PI + Math.PI / 4 + i * turn;
      return [320 + Math.cos(a) * r * 1.3, 200 + Math.sin(a) * r];
    });
    return { points, closed: true };
  };
  const frames = times(17, frame);
  const current = frames.splice(Math.floor(between(random, 3, 9)), 1);
  return drawing(frames, current);
}

/** Blocks of different heights on an isometric floor. */
function lattice(random: Random): Drawing {
  const size = 46;
  const block = (column: number, row: number, height: number): Polyline[] => {
    const x = 320 + (column - row) * size;
    const y = 110 + (column + row) * size * 0.5 - height;
    const [w, h] = [size * 0.86, size * 0.43];
    const top: Point[] = [
      [x, y - h],
      [x + w, y],
      [x, y + h],
      [x - w, y],
    ];
    const sides: Point[] = [
      [x - w, y],
      [x - w, y + height],
      [x, y + h + height],
      [x + w, y + height],
      [x + w, y],
    ];
    const edge: Point[] = [
      [x, y + h],
      [x, y + h + height],
    ];
    return [{ points: top, closed: true }, ...(height < 8 ? [] : [{ points: sides }, { points: edge }])];
  };
  const blocks = times(36, (i) =>
    block(i % 6, Math.floor(i / 6), random() < 0.45 ? 0 : between(random, 10, 110)),
  );
  const current = blocks.splice(Math.floor(between(random, 8, 28)), 1);
  return drawing(blocks.flat(), current.flat());
}

/** Two sources whose circles cross. */
function interference(random: Random): Drawing {
  // Half circles of radius 1, which grow until they reach their ends (SVG 2, "out-of-range elliptical arc parameters").
  const circle = ([x, y]: Point, r: number): string =>
    `M${at([x - r, y])}a1 1 0 1 0 ${2 * r} 0a1 1 0 1 0-${2 * r} 0`;
  const left: Point = [Math.round(between(random, 130, 260)), Math.round(between(random, 120, 280))];
  const right: Point = [Math.round(between(random, 360, 520)), Math.round(between(random, 120, 280))];
  const gap = Math.round(between(random, 11, 16));
  const circles = [
    ...times(15, (i) => circle(left, gap * (i + 1))),
    ...times(15, (i) => circle(right, gap * (i + 1))),
  ];
  const [current] = circles.splice(Math.floor(between(random, 5, 25)), 1);
  return { lines: circles.join(''), current: current! };
}

/** How many directions the needles of a field have: few, so that what they have in common is sent once. */
const DIRECTIONS = 16;

/** Needles in a field. */
function field(random: Random): Drawing {
  const [a, b, c] = [between(random, 0.006, 0.014), between(random, 0.006, 0.016), random() * 6.28];
  const needle = (x: number, y: number): Polyline => {
    const turn = Math.sin(x * a + c) * 1.6 + Math.cos(y * b - c) * 1.6;
    const angle = (Math.round((turn / (2 * Math.PI)) * DIRECTIONS) / DIRECTIONS) * 2 * Math.PI;
    const [dx, dy] = [Math.cos(angle) * 14, Math.sin(angle) * 14];
    const points: Point[] = [
      [x - dx, y - dy],
      [x + dx, y + dy],
    ];
    return { points };
  };
  const needles = times(18 * 11, (i) => needle(31 + (i % 18) * 34, 30 + Math.floor(i / 18) * 34));
  const row = Math.floor(between(random, 3, 8)) * 18;
  const current = needles.splice(row, 18);
  return drawing(needles, current);
}

/** The path of two pendulums. */
function orbit(random: Random): Drawing {
  const [p, q] = [Math.floor(between(random, 2, 5)), Math.floor(between(random, 3, 7))];
  const phase = random() * 3.14;
  const curve = (fade: number): Point[] =>
    times(60, (i): Point => {
      const t = (i / 60) * 2 * Math.PI;
      return [320 + Math.sin(p * t + phase) * 280 * fade, 200 + Math.sin(q * t) * 175 * fade];
    });
  return { lines: smoothPathOf([1, 0.82, 0.64].map(curve)), current: smoothPathOf([curve(0.46)]) };
}
