import type { Status } from '../../contract/operations/site-status.ts';
import { printable, timeText } from './text-table.ts';

/** @returns a line for each upstream that fails. */
export function upstreamText({ upstreams = [] }: Pick<Status, 'upstreams'>): string[] {
  return upstreams
    .filter(({ circuit, failing }) => circuit !== 'closed' || failing > 0)
    .map(({ name, apps, failing, lastError }) => {
      const why = lastError ? `: ${printable(lastError.reason)} (${timeText(lastError.at)})` : '';
      return `UPSTREAM ${name} of ${apps.join(', ')} fails; ${failing} answers are old${why}`;
    });
}
