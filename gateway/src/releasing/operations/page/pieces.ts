import type { ReleaseIdentity } from '@voltframe/kit/contract/release/identity';
import type { Finding } from '@voltframe/kit/contract/operations/finding';
import type { ReleaseSummary } from '@voltframe/kit/contract/operations/site-status';
import type { Token } from '@voltframe/kit/contract/operations/token';
import { type ActionName, ACTIONS, type ActionTarget, mayAct } from './actions.ts';
import { type Html, html } from './html.ts';
import { digestOf, identityWords } from './layout.ts';

export function actionLink(
  you: Token,
  name: ActionName,
  { app, digest }: ActionTarget,
  label?: string,
): Html | false {
  if (!mayAct(you, name, app)) return false;
  const query = new URLSearchParams({ ...(app && { app }), ...(digest !== undefined && { digest }) });
  const href = query.size > 0 ? `/-/do/${name}?${query}` : `/-/do/${name}`;
  return html`<a class="button" href="${href}">${label ?? ACTIONS[name].label}</a> `;
}

export function appLink(app: string): Html {
  return html`<a href="/-/apps/${encodeURIComponent(app)}">${app}</a>`;
}

/** Of one cell. */
export function appLinks(apps: string[]): Html {
  return html`<span>${apps.map((app, index) => html`${index > 0 && ', '}${appLink(app)}`)}</span>`;
}

export function findings(checks: Finding[], open = false): Html | false {
  if (checks.length === 0) return false;
  return html`<details ${open && html`open`}>
    <summary>${checks.length === 1 ? 'One reason' : `${checks.length} reasons`}</summary>
    <ul>
      ${checks.map(
        ({ code, app, reason, fix }) =>
          html`<li><code>${code}</code> ${app}: ${reason}<br /><span class="hint">${fix}</span></li>`,
      )}
    </ul>
  </details>`;
}

export function notice(done: string | undefined): Html | false {
  return done !== undefined && html`<p class="notice good" role="status">${done}</p>`;
}

export type Tone = 'good' | 'warn' | 'bad' | 'plain';

export function badge(text: string, tone: Tone): Html {
  return html`<span class="badge ${tone}">${text}</span>`;
}

export function stateText(state: ReleaseSummary['state']): string {
  if (state === 'waiting') return 'refused for now, waits for another app';
  return state === 'received' ? 'kept, not published' : state;
}

export function toneOf(state: ReleaseSummary['state']): Tone {
  if (state === 'refused') return 'bad';
  return state === 'waiting' ? 'warn' : 'plain';
}

/** Of a commit's message, in a list; the page of the release has all of it. */
const MOST_OF_MESSAGE = 72;

/** A release, by its commit and message where they are known, then by the start of its digest; leads to its page. */
export function releaseLink(app: string, digest: string | null, identity?: ReleaseIdentity): Html {
  if (digest === null) return digestOf(digest);
  const page = `/-/apps/${encodeURIComponent(app)}/releases/${digest}`;
  return identity
    ? html`<a class="from" href="${page}">${identityWords(identity, MOST_OF_MESSAGE)}</a> ${digestOf(digest)}`
    : html`<a href="${page}">${digestOf(digest)}</a>`;
}

/** What keeps an admitted release from going live. */
export function holdText(pinned: boolean): string {
  return `waits for the ${pinned ? 'pin' : 'freeze'} to end`;
}
