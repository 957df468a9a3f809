import { ageText } from '@voltframe/kit/contract/operations/site-status';
import type { SiteFigures } from '@voltframe/kit/contract/page/site-figures';

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

/** @param time ms since the epoch */
export function timeText(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** @returns `12,345` in every locale */
export function numberText(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
