import type { RollbackPlan } from '@voltframe/kit/contract/operations/rollback-plan';
import { type Html, html } from '../html.ts';
import { digestOf, sinceOf } from '../layout.ts';
import { releaseLink } from '../pieces.ts';

/** What a rollback would do, before it is confirmed. @param now ms since the epoch. */
export function rollbackDetails(plan: RollbackPlan, now: number): Html {
  const { app, from, to, liveUntil, also, pages, checks } = plan;
  const age = (at: number) => sinceOf(at, now);
  return html`<dl class="facts">
      <dt>Live now</dt>
      <dd>${releaseLink(app, from.digest, from.identity)}</dd>
      <dt>Then</dt>
      <dd>${releaseLink(app, to.digest, to.identity)}</dd>
      <dt>Received</dt>
      <dd>${age(to.receivedAt)}</dd>
      <dt>Last live</dt>
      <dd>${liveUntil === null ? 'never: it is checked first' : age(liveUntil)}</dd>
      ${also.map(
        ({ app: other, from: left, to: then }) =>
          html`<dt>With it ${other}</dt>
            <dd>
              ${digestOf(left)} → ${then === null ? 'off the site' : digestOf(then)}: they went live together
            </dd>`,
      )}
      ${listOf('Pages that come back', pages.back)} ${listOf('Pages that go', pages.gone)}
      ${
        pages.back.length + pages.gone.length === 0 &&
        html`<dt>Pages</dt>
          <dd>the same addresses</dd>`
      }
    </dl>
    ${checks.map(
      ({ code, reason, fix }) =>
        html`<p class="notice bad"><code>${code}</code> ${reason}<br /><span class="hint">${fix}</span></p>`,
    )}`;
}

function listOf(title: string, paths: string[]): Html | false {
  return (
    paths.length > 0 &&
    html`<dt>${title}</dt>
      <dd>${paths.join(', ')}</dd>`
  );
}
