import { ageText } from '@voltframe/kit/contract/operations/site-status';
import type { SiteFigures } from '@voltframe/kit/contract/page/site-figures';
import { numberText, timeText } from './number-text.ts';

/** The texts of the figures, by figure. Each has one count at most. */
export type FigureTexts = Record<'requests' | 'bytes' | 'deploy' | 'failed', [value: string, detail: string]>;

/** @returns the texts of the figures; `deploy` only after a deploy */
export function figuresOf({ at, counted, deploy }: SiteFigures): Partial<FigureTexts> {
  const { since, requests, bytes, failed, gateways } = counted;
  const began = `since ${timeText(since)}`;
  const counts = gateways > 1 ? `${began}, by one of ${gateways} gateways` : began;
  return {
    requests: [numberText(requests), counts],
    bytes: [`${(bytes / 1_000_000).toFixed(1)} MB`, counts],
    failed: [numberText(failed), counts],
    ...(deploy && {
      deploy: [
        ageText(Math.max(0, at - deploy.at)),
        `${deploy.apps.join(', ')}${deploy.stands ? '' : '; rolled back'}`,
      ],
    }),
  };
}
