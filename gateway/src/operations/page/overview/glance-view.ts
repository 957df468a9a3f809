import type { Status } from '@voltframe/kit/contract/operations/site-status';
import { type Html, html } from '../html.ts';
import { digestOf, sinceOf } from '../layout.ts';
import { appLink, badge } from '../pieces.ts';
import type { Concern } from './concern.ts';

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

/** Each in a line, with whose it is. */
export function concernList(concerns: Concern[]): Html | false {
  if (concerns.length === 0) return false;
  return html`<ul class="concerns" role="list">
    ${concerns.map(
      ({ tone, app, text, href }) =>
        html`<li class="${tone}">
          ${app !== undefined && html`${appLink(app)}: `}${text}
          ${href !== undefined && html`<a class="more" href="${href}">Look${app !== undefined && html` <span class="visually-hidden">at ${app}</span>`}</a>`}
        </li>`,
    )}
  </ul>`;
}
