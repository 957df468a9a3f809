import type { Status } from '@voltframe/kit/contract/operations/site-status';
import { type Html, html } from '../html.ts';
import { digestOf, sinceOf } from '../layout.ts';
import type { Concern } from '../concerns/concern.ts';
import { concernList } from '../concerns/concern-list.ts';
import { badge } from '../pieces.ts';

/** What is live since when, and whether anything asks for somebody: the first thing that is read. */
export function glance(status: Status, concerns: Concern[], now: number): Html {
  const { site, composition, apps } = status;
  return html`<p class="label">${site.name || 'The site'}</p>
    <h1>${answerOf(status, concerns)}</h1>
    ${
      composition &&
      html`<ul class="readout">
        <li>
          ${concerns.some(({ tone }) => tone === 'bad') ? badge('online', 'warn') : badge('online', 'good')}
        </li>
        <li>composition ${digestOf(composition.id)}</li>
        <li>${apps.length === 1 ? 'one release' : `${apps.length} releases`}</li>
        <li>live since ${sinceOf(composition.activatedAt, now)}</li>
        <li><a href="${site.url}">${site.url}</a></li>
      </ul>`
    }
    ${concernList(concerns)}`;
}

function answerOf({ composition }: Status, concerns: Concern[]): string {
  if (concerns.length > 0)
    return concerns.length === 1 ? 'One thing to look at' : `${concerns.length} things to look at`;
  return composition ? 'All is well' : 'Nothing is live yet';
}
