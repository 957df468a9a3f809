import type { AppFigures, Figure, FigureName } from '@voltframe/kit/contract/operations/figures';

interface Words {
  label: string;
  inWords(value: number): string;
  /** A difference below it says nothing. */
  least: number;
}

const ms = (value: number): string =>
  value >= 1_000 ? `${(value / 1_000).toFixed(value >= 10_000 ? 0 : 1)} s` : `${Math.round(value)} ms`;

/** What each figure is called for people, and how it is written. */
export const FIGURE_WORDS: Readonly<Record<FigureName, Words>> = {
  lcp: { label: 'Largest paint', inWords: ms, least: 100 },
  cls: { label: 'Layout shift', inWords: (value) => value.toFixed(2), least: 0.02 },
  inp: { label: 'Answer to input', inWords: ms, least: 25 },
  ttfb: { label: 'First byte', inWords: ms, least: 50 },
  hydration: { label: 'Ready to use', inWords: ms, least: 100 },
  navigation: { label: 'Navigation', inWords: ms, least: 25 },
  render: { label: 'Rendering', inWords: ms, least: 5 },
  upstream: { label: 'Upstream', inWords: ms, least: 25 },
};

/** As much is no chance. */
const RATIO = 1.1;

/** @returns `worse` or `better` than the release before, by so much that it says something; undefined: alike, or not known. */
export function changeOf({ name, p75, before }: Figure): 'worse' | 'better' | undefined {
  if (!before || Math.abs(p75 - before.p75) < FIGURE_WORDS[name].least) return undefined;
  if (p75 >= before.p75 * RATIO) return 'worse';
  return p75 * RATIO <= before.p75 ? 'better' : undefined;
}

/** @returns `+12 %`, `−3 %`; `±0 %` for what is alike. */
export function percent(now: number, before: number): string {
  const change = before === 0 ? 0 : Math.round((now / before - 1) * 100);
  if (change === 0) return '±0 %';
  return `${change > 0 ? '+' : '−'}${Math.abs(change)} %`;
}

/** @returns the figures of all pages of a release together. */
export function figuresOfAll(figures: AppFigures | undefined): Figure[] {
  const all = figures?.routes.find(({ route, device }) => route === undefined && device === undefined);
  return all?.figures ?? [];
}
