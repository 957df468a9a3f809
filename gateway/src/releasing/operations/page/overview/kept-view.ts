import type { Status } from '@voltframe/kit/contract/operations/site-status';
import { type Html, html } from '../html.ts';
import { digestOf, sinceOf, timeOf } from '../layout.ts';
import { type Cell, tableOf } from '../table.ts';

/** Earlier compositions that pages which are open still use; nothing where there is none. */
export function leaseTable(leases: Status['leases'], now: number): Html | false {
  const row = ({ id, activatedAt, until }: Status['leases'][number]): Cell[] => [
    digestOf(id),
    sinceOf(activatedAt, now),
    timeOf(until),
  ];
  return tableOf('Still served', ['Composition', 'Live since', 'Served until'], leases.map(row));
}

/** Candidates that are kept for a look; nothing where there is none. */
export function previewTable(previews: Status['previews']): Html | false {
  const row = ({ id, apps, until, url }: Status['previews'][number]): Cell[] => [
    html`<a href="${url}">${digestOf(id)}</a>`,
    apps.join(', ') || 'nothing',
    timeOf(until),
  ];
  return tableOf('Previews', ['Preview', 'Differs in', 'Works until'], previews.map(row));
}
