import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import { type ActionName, ACTIONS, type ActionTarget } from '../actions.ts';
import { type Html, html } from '../html.ts';
import { digestOf } from '../layout.ts';
import { findings } from '../pieces.ts';

/** @param details what it would do, where that is known before; @param digest of the release that it was found for. */
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

/** What was asked for does not fit the other apps of now. */
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
