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
