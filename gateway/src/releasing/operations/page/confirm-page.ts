import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import { type ActionName, ACTIONS, type ActionTarget } from './actions.ts';
import { factList, type Html, html } from './html.ts';
import { digestOf, findings, releaseLink, sinceOf } from './layout.ts';
import type { RollbackPlan } from '@voltframe/kit/contract/operations/site-status';

/** @param details the known consequences of the action. @param digest the release that they belong to. */
export function confirmPage(
  name: ActionName,
  target: ActionTarget,
  live: string | undefined,
  { details, digest = target.digest }: { details?: Html; digest?: string | undefined } = {},
): Html {
  const { question, effect, label } = ACTIONS[name];
  const { app } = target;
  return html`<h1>${question(target)}</h1>
    <form class="card" method="post" action="/-/do/${name}">
      ${details ?? (app && live && html`<p>Live now: ${digestOf(live)}</p>`)}
      <p>${effect}</p>
      <input type="hidden" name="app" value="${app}" />
      ${digest !== undefined && html`<input type="hidden" name="digest" value="${digest}" />`}
      ${
        name === 'freeze' &&
        html`<label for="reason">Reason, for everyone whose release waits</label>
          <input id="reason" name="reason" maxlength="200" autocomplete="off" />`
      }
      <p class="actions">
        <button>${label}</button>
        <a href="${app ? `/-/apps/${app}` : '/-/'}">Cancel</a>
      </p>
    </form>`;
}

/** The page of a refused action: the release does not fit the live releases of the other apps. */
export function refusedPage({ releases, checks }: Verdict): Html {
  return html`<h1>Refused</h1>
    <p class="notice bad" role="alert">
      ${releases.map(({ app, digest }) => `${app} ${digest.slice(0, 12)}`).join(', ')} does not fit the other
      apps of now. Nothing has changed.
    </p>
    ${findings(checks, true)}
    <p><a href="/-/">Overview</a></p>`;
}

export function failurePage(message: string, fix: string | undefined): Html {
  return html`<h1>That did not work</h1>
    <p class="notice bad" role="alert">${message}${!/[.!?]$/.test(message) && '.'} ${fix}</p>
    <p><a href="/-/">Overview</a></p>`;
}

/** The consequences of a rollback, shown before the confirmation. @param now ms since the epoch. */
export function rollbackDetails(plan: RollbackPlan, now: number): Html {
  const { app, from, to, liveUntil, also, pages, checks } = plan;
  const together = also.map(({ app: other, from: left, to: then }) => [
    `With it ${other}`,
    html`${digestOf(left)} → ${then === null ? 'off the site' : digestOf(then)}: they went live together`,
  ]);
  return html`${factList({
    'Live now': releaseLink(app, from.digest, from.identity),
    Then: releaseLink(app, to.digest, to.identity),
    Received: sinceOf(to.receivedAt, now),
    'Last live': liveUntil === null ? 'never: it is checked first' : sinceOf(liveUntil, now),
    ...Object.fromEntries(together),
    'Pages that come back': pages.back.length > 0 && pages.back.join(', '),
    'Pages that go': pages.gone.length > 0 && pages.gone.join(', '),
    Pages: pages.back.length + pages.gone.length === 0 && 'the same addresses',
  })}
  ${checks.map(
    ({ code, reason, fix }) =>
      html`<p class="notice bad"><code>${code}</code> ${reason}<br /><span class="hint">${fix}</span></p>`,
  )}`;
}
