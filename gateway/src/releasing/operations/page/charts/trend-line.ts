import { type Html, html } from '../html.ts';
import { at, chart, WIDTH } from './chart.ts';

export interface TrendPoint {
  dayMs: number;
  value: number;
  /** Of the release that it is about. */
  isOwn: boolean;
}

const DAY_MS = 86_400_000;
const HEIGHT = 32;
const EDGE = 3;

/**
 * A line over the last days, from zero; a day of several releases has a point of each.
 * @param points the oldest first. @param days how many, up to today. @param inWords of a value.
 * @returns nothing where there is less than a line.
 */
export function trendLine(
  title: string,
  points: readonly TrendPoint[],
  { days, now, inWords }: { days: number; now: number; inWords(value: number): string },
): Html | false {
  const first = Math.floor(now / DAY_MS) - days + 1;
  const shown = points.filter(({ dayMs }) => dayMs / DAY_MS >= first);
  if (shown.length < 2) return false;
  const most = Math.max(...shown.map(({ value }) => value), Number.MIN_VALUE);
  const place = ({ dayMs, value }: TrendPoint) => ({
    x: EDGE + ((dayMs / DAY_MS - first) / Math.max(days - 1, 1)) * (WIDTH - 2 * EDGE),
    y: HEIGHT - EDGE - (value / most) * (HEIGHT - 2 * EDGE),
  });
  const line = (of: readonly TrendPoint[]) =>
    of
      .map((point, index) => `${index === 0 ? 'M' : 'L'}${at(place(point).x)} ${at(place(point).y)}`)
      .join('');
  const own = shown.filter(({ isOwn }) => isOwn);
  const drawing = html`<path class="axis" d="M0 ${HEIGHT}H${WIDTH}" />
    <path class="line" d="${line(shown)}" />
    ${own.length > 1 && html`<path class="line own" d="${line(own)}" />`}`;
  const words = `from ${inWords(shown[0]!.value)} to ${inWords(shown.at(-1)!.value)}, at most ${inWords(most)}`;
  return chart({ title, words, height: HEIGHT, drawing });
}
