import type { Figure } from '@voltframe/kit/contract/operations/figures';
import type { Concern } from './concern.ts';
import { compareErrors } from '../seen/errors-compared.ts';
import { changeOf, FIGURE_WORDS, figuresOfAll } from '../seen/figure-words.ts';
import type { AppSeen } from '../seen/seen.ts';

const DAY_MS = 86_400_000;

/** What visitors noticed of an app's live release that the one before did not do to them. @param now ms since the epoch. */
export function seenConcerns(seen: AppSeen, now: number): Concern[] {
  const { app, live, groups, figures } = seen;
  const page = `/-/apps/${encodeURIComponent(app)}`;
  const concerns: Concern[] = [];
  const errors = compareErrors(seen, now);
  if (errors.worse) {
    const before = `${rate(errors.perHourBefore)} ${errors.beforeRelease ? 'with the release before' : 'the day before'}`;
    concerns.push({
      tone: 'bad',
      app,
      text: `more errors than before: ${rate(errors.perHour)}, ${before}`,
      href: `${page}#errors`,
    });
  }
  const fresh = groups.filter(
    ({ isNew, release, lastSeen }) => isNew && release === live && lastSeen > now - DAY_MS,
  );
  const [first] = fresh;
  if (first)
    concerns.push({
      tone: 'bad',
      app,
      text:
        fresh.length === 1
          ? `an error that no earlier release had: ${first.message.slice(0, 100)}`
          : `${fresh.length} errors that no earlier release had`,
      href: fresh.length === 1 ? `${page}/errors/${first.id}` : `${page}#errors`,
    });
  const worse = figuresOfAll(figures).filter((figure) => changeOf(figure) === 'worse');
  if (worse.length > 0)
    concerns.push({
      tone: 'warn',
      app,
      text: `worse than the release before: ${worse.map(changeInWords).join(', ')}`,
      href: `${page}#figures`,
    });
  return concerns;
}

function changeInWords({ name, p75, before }: Figure): string {
  const { label, inWords } = FIGURE_WORDS[name];
  return `${label} ${inWords(p75)} (${inWords(before!.p75)})`;
}

function rate(perHour: number): string {
  if (perHour === 0) return 'none';
  return perHour < 1 ? `${Math.max(1, Math.round(perHour * 24))} a day` : `${Math.round(perHour)} an hour`;
}
