import { type Html, html } from '../html.ts';
import { at, chart, WIDTH } from './chart.ts';

const HEIGHT = 6;

/** How much of what is allowed is used: the bar is as long as it, or as what is used where that is more. */
export function budgetBar(title: string, used: number, allowed: number): Html {
  const whole = Math.max(used, allowed, 1);
  const over = used > allowed;
  const words = `${Math.round((used / Math.max(allowed, 1)) * 100)} % of the budget`;
  const drawing = html`<path class="axis" d="M0 ${HEIGHT}H${WIDTH}" />
    <rect
      class="${over ? 'over' : 'own'}"
      x="0"
      y="0"
      width="${at((used / whole) * WIDTH)}"
      height="${HEIGHT}"
    />
    ${over && html`<rect class="limit" x="${at((allowed / whole) * WIDTH - 1)}" y="0" width="2" height="${HEIGHT}" />`}`;
  return chart({ title, words, height: HEIGHT, drawing });
}
