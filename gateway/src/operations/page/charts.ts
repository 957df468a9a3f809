import { type Html, html } from './html.ts';

/** The width of a chart in units. Charts stretch to the available width and keep their height. */
const WIDTH = 480;

/**
 * An SVG drawing. The width of its lines does not scale (charts.css).
 * @param words the content of the chart, for assistive technology.
 */
function chart(title: string, words: string, height: number, drawing: Html): Html {
  return html`<svg
    class="chart"
    role="img"
    aria-label="${`${title}: ${words}`}"
    viewBox="0 0 ${WIDTH} ${height}"
    preserveAspectRatio="none"
    height="${height}"
  >
    <title>${title}</title>
    ${drawing}
  </svg>`;
}

/** A coordinate, rounded to a tenth of a unit. */
function at(value: number): string {
  return String(Math.round(value * 10) / 10);
}

const BUDGET_HEIGHT = 6;

/** A bar of the used share of a budget. The bar spans the budget, or the used amount when that is larger. */
export function budgetBar(title: string, used: number, allowed: number): Html {
  const whole = Math.max(used, allowed, 1);
  const over = used > allowed;
  const words = `${Math.round((used / Math.max(allowed, 1)) * 100)} % of the budget`;
  const drawing = html`<path class="axis" d="M0 ${BUDGET_HEIGHT}H${WIDTH}" />
    <rect
      class="${over ? 'over' : 'own'}"
      x="0"
      y="0"
      width="${at((used / whole) * WIDTH)}"
      height="${BUDGET_HEIGHT}"
    />
    ${over && html`<rect class="limit" x="${at((allowed / whole) * WIDTH - 1)}" y="0" width="2" height="${BUDGET_HEIGHT}" />`}`;
  return chart(title, words, BUDGET_HEIGHT, drawing);
}

/** The number of events within an hour. */
interface HourCount {
  hourMs: number;
  times: number;
  /** Whether the count belongs to the release that the chart is about. */
  isOwn: boolean;
}

const HOUR_MS = 3_600_000;
const HOURS_HEIGHT = 64;

/**
 * A bar for each of the last hours: the count of the release, and above it the count of other releases. The scale says
 * how many the tallest has.
 * @param counts in any order; older and future hours are left out.
 * @param hours the number of hours up to the hour of `now`. @param now ms since the epoch.
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
    const height = (times / most) * HOURS_HEIGHT;
    const y = HOURS_HEIGHT - height - (below / most) * HOURS_HEIGHT;
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
  const drawing = html`<path class="axis" d="M0 ${HOURS_HEIGHT}H${WIDTH}" />
    ${bars.map(({ own, others }, index) => [bar('own', index, own, 0), bar('others', index, others, own)])}`;
  return html`<span class="scale" aria-hidden="true">${most}</span>
    ${chart(title, wordsOf(bars), HOURS_HEIGHT, drawing)}`;
}

function wordsOf(bars: readonly { own: number; others: number }[]): string {
  const sum = (of: (bar: { own: number; others: number }) => number) =>
    bars.reduce((total, bar) => total + of(bar), 0);
  const latest = bars.at(-1)!;
  const own = sum((bar) => bar.own);
  const others = sum((bar) => bar.others);
  return `${own} of this release and ${others} of others in ${bars.length} hours; ${latest.own + latest.others} in the last`;
}
