import type { RollbackPlan } from '@voltframe/kit/contract/operations/rollback-plan';
import { type Html, html } from './html.ts';
import { digestOf, identityOf, timeOf } from './layout.ts';

/** What a rollback would do, before it is confirmed. */
export function rollbackDetails({ to, liveUntil, also, pages, checks }: RollbackPlan): Html {
  return html`<p>
      Then: ${digestOf(to.digest)}${identityOf(to.identity)}, received ${timeOf(to.receivedAt)},
      ${liveUntil === null ? 'never live: it is checked first' : html`live until ${timeOf(liveUntil)}`}
    </p>
    ${also.map(
      ({ app, from, to: then }) =>
        html`<p>
          With it ${app}: ${digestOf(from)} → ${then === null ? 'off the site' : digestOf(then)}. They went
          live together.
        </p>`,
    )}
    ${listOf('Pages that come back', pages.back)} ${listOf('Pages that go', pages.gone)}
    ${checks.map(
      ({ code, reason, fix }) =>
        html`<p class="notice bad"><code>${code}</code> ${reason}<br /><span class="hint">${fix}</span></p>`,
    )}`;
}

function listOf(title: string, paths: string[]): Html | false {
  return paths.length > 0 && html`<p>${title}: ${paths.join(', ')}</p>`;
}
