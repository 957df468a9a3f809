import type { VitalName } from '@voltframe/kit/contract/figures/vital-names';
import type { AppSeen, Finding } from './app-seen.ts';

/** Fewer measurements say little: a slow train decides. */
const FEWEST = 100;

const WORDS: Record<VitalName, string> = {
  lcp: 'the largest part shows',
  cls: 'layout shifts',
  inp: 'a click is answered',
  ttfb: 'the first byte comes',
  hydration: 'the page works',
  navigation: 'the next page shows',
};

type Vital = NonNullable<Finding['vital']>;

/** What is worse for visitors than the app's own budget: each figure once, of the route where it is worst. */
export function slowVitals({ app, vitals }: AppSeen): Finding[] {
  const byName = Map.groupBy(vitals.flatMap(overBudget), ({ name }) => name);
  return [...byName].map(([name, over]) => {
    const worst = over.reduce((one, other) => (excess(other) > excess(one) ? other : one));
    const { route, p75, count, limit } = worst;
    const others = over.length > 1 ? ` and of ${over.length - 1} more` : '';
    const had = `${WORDS[name]}: within ${valueText(name, p75)} for three of four visitors, of ${count}`;
    return {
      rule: 'vitals',
      subject: name,
      summary: `${app} is over the ${name} budget of route ${route}${others}, ${valueText(name, limit)}: ${had}`,
      vital: worst,
    };
  });
}

function overBudget({ route, budget, figures }: AppSeen['vitals'][number]): Vital[] {
  return figures.flatMap((figure) => {
    const { p75, count } = figure;
    const name = figure.name as VitalName;
    const limit = Object.hasOwn(budget, name) ? budget[name] : undefined;
    return limit === undefined || count < FEWEST || p75 <= limit ? [] : [{ name, route, p75, count, limit }];
  });
}

function excess({ p75, limit }: Vital): number {
  return p75 / limit;
}

function valueText(name: VitalName, value: number): string {
  return name === 'cls' ? String(Math.round(value * 1000) / 1000) : `${Math.round(value)} ms`;
}
