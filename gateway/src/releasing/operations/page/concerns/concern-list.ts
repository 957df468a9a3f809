import { type Html, html } from '../html.ts';
import { appLink } from '../pieces.ts';
import type { Concern } from './concern.ts';

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
