import { type Html, html } from '../html.ts';
import { at, chart, WIDTH } from './chart.ts';

/** How often something happened within an hour. */
export interface HourCount {
  hourMs: number;
  times: number;
  /** Of the release that it is about; the others stand behind it. */
  isOwn: boolean;
}

const HOUR_MS = 3_600_000;
const HEIGHT = 64;

/**
 * A bar for each of the last hours: in it, what the release had, and above that what others had.
 * @param counts of any order; those that are older, or of a time to come, are left out.
 * @param hours how many, up to the one of `now`. @param now ms since the epoch.
 */
export function hourBars(title: string, counts: readonly HourCount[], hours: number, now: number): Html {
  const last = Math.floor(now / HOUR_MS);
  const bars = Array.from({ length: hours }, () => ({ own: 0, others: 0 }));
  for (const { hourMs, times, isOwn } of counts) {
    const bar = bars[hours - 1 - (last - Math.floor(hourMs / HOUR_MS))];
    if (bar) bar[isOwn ? 'own' : 'others'] += times;
  }
  const most = Math.max(...bars.map(({ own, others }) => own + others), 1);
  const step = WIDTH / hours;
  const bar = (kind: string, index: number, times: number, below: number): Html | false => {
    const height = (times / most) * HEIGHT;
    const y = HEIGHT - height - (below / most) * HEIGHT;
    return (
      times > 0 &&
      html`<rect
        class="${kind}"
        x="${at(index * step)}"
        y="${at(y)}"
        width="${at(step * 0.8)}"
        height="${at(height)}"
      />`
    );
  };
  const drawing = html`<path class="axis" d="M0 ${HEIGHT}H${WIDTH}" />
    ${bars.map(({ own, others }, index) => [bar('own', index, own, 0), bar('others', index, others, own)])}`;
  return chart({ title, words: wordsOf(bars), height: HEIGHT, drawing });
}

function wordsOf(bars: readonly { own: number; others: number }[]): string {
  const sum = (of: (bar: { own: number; others: number }) => number) =>
    bars.reduce((total, bar) => total + of(bar), 0);
  const latest = bars.at(-1)!;
  const own = sum((bar) => bar.own);
  const others = sum((bar) => bar.others);
  return `${own} of this release and ${others} of others in ${bars.length} hours; ${latest.own + latest.others} in the last`;
}
