import type { AppFigures, Figure } from '@voltframe/kit/contract/operations/figures';
import type { FigurePoint } from '../../../../observing/telemetry/vitals/figures.ts';
import { trendLine } from '../charts/trend-line.ts';
import { type Html, html } from '../html.ts';
import { changeOf, FIGURE_WORDS, figuresOfAll, percent } from '../seen/figure-words.ts';
import { type Cell, tableOf } from '../table.ts';

export const TREND_DAYS = 14;

/** By the name of the figure, the oldest first. */
export type Trends = ReadonlyMap<string, readonly FigurePoint[]>;

/**
 * What was measured of a release's pages, beside the release before: of three of four page views. Nothing where nothing was measured.
 * @param trends none: without a column of them. @param now ms since the epoch.
 */
export function figuresTable(figures: AppFigures | undefined, trends: Trends, now: number): Html | false {
  if (!figures) return false;
  const row = (figure: Figure): Cell[] => {
    const { name, p75, count, before } = figure;
    const { label, inWords } = FIGURE_WORDS[name];
    const points = (trends.get(name) ?? []).map(({ dayMs, release, p75: value }) => ({
      dayMs,
      value,
      isOwn: release === figures.release,
    }));
    return [
      label,
      html`<strong class="figure">${inWords(p75)}</strong>`,
      before ? inWords(before.p75) : '–',
      before ? change(figure) : '–',
      count,
      ...(trends.size > 0
        ? [trendLine(`${label}, ${TREND_DAYS} days`, points, { days: TREND_DAYS, now, inWords })]
        : []),
    ];
  };
  const heads = ['Figure', '3 of 4 at most', 'Release before', 'Change', 'Measured'];
  if (trends.size > 0) heads.push(`${TREND_DAYS} days`);
  return tableOf('Figures', heads, figuresOfAll(figures).map(row));
}

function change(figure: Figure): Html {
  const tone = { worse: 'bad', better: 'good', alike: 'plain' }[changeOf(figure) ?? 'alike'];
  return html`<span class="badge ${tone}">${percent(figure.p75, figure.before!.p75)}</span>`;
}
