import { readFileSync } from 'node:fs';
import { ageText, type ReleaseSummary } from '@voltframe/kit/contract/operations/site-status';
import type { Token } from '@voltframe/kit/contract/operations/credentials';
import { identityText, type ReleaseIdentity } from '@voltframe/kit/contract/release/identity';
import { type Html, html } from './html.ts';
import type { Finding } from '@voltframe/kit/contract/operations/verdict';
import { RENEWAL } from './renewal.ts';
import { type ActionName, ACTIONS, type ActionTarget, mayAct } from './actions.ts';

export const STYLESHEET = '/-/operations.css';
/** The stylesheet of the pages. */
export const STYLES = readFileSync(new URL('operations.css', import.meta.url), 'utf8');

export interface PageParts {
  title: string;
  /** The token of the signed-in user. */
  you?: Token | undefined;
  body: Html;
  /** Whether an open page renews itself; false for a page with a form. */
  renews?: boolean;
}

/** A document of the operations port. Its script, which renews the page, is optional. */
export function pageDocument({ title, you, body, renews = false }: PageParts): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · Operations</title>
        <link rel="stylesheet" href="${STYLESHEET}" />
        <link rel="icon" href="data:," />
        ${renews && RENEWAL}
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header class="top">
          <a class="name" href="/-/">Operations</a>
          ${you && navigation(you)}
        </header>
        <main id="content" tabindex="-1">${body}</main>
      </body>
    </html>`.text;
}

function navigation({ name, role, app }: Token): Html {
  return html`<nav aria-label="Pages">
      <a href="/-/">Overview</a>
      <a href="/-/log">History</a>
      <a href="/-/docs">Documents</a>
      ${role === 'operator' && html`<a href="/-/access">Access</a>`}
    </nav>
    <form class="find" role="search" action="/-/find">
      <label class="visually-hidden" for="find">Id of an error, as its screen shows it</label>
      <input id="find" name="id" size="12" maxlength="40" placeholder="id of an error" required />
      <button class="quiet">Find</button>
    </form>
    <form class="you" method="post" action="/-/sign-out">
      <span>${name} (${app === null ? role : `team of ${app}`})</span>
      <button class="quiet">Sign out</button>
    </form>`;
}

/** A `time` element. @param at ms since the epoch. */
export function timeOf(at: number): Html {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

/** A past time and its age. @param at ms since the epoch. @param now ms since the epoch. */
export function sinceOf(at: number, now: number): Html {
  return html`${timeOf(at)} <span class="age">${ageText(now - at)}</span>`;
}

/** @param most characters of the message. @returns the known parts of commit, message and author. */
export function identityWords(identity: ReleaseIdentity, most?: number): string {
  return identityText(identity, most) || identity.branch || identity.url || '';
}

/** The start of a digest or of a composition's id. The tooltip has the whole value. */
export function digestOf(digest: string | null): Html {
  return digest === null ? html`–` : html`<code title="${digest}">${digest.slice(0, 12)}</code>`;
}

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

export function findings(checks: Finding[], open = false): Html | false {
  if (checks.length === 0) return false;
  return html`<details ${open && html`open`}>
    <summary>${checks.length === 1 ? 'One reason' : `${checks.length} reasons`}</summary>
    <ul>
      ${checks.map(
        ({ code, app, reason, fix, waitsFor }) =>
          html`<li>
            <code>${code}</code> ${app}${waitsFor !== undefined && `, waits for ${waitsFor}`}: ${reason}
            <p class="hint">${fix}</p>
          </li>`,
      )}
    </ul>
  </details>`;
}

export function notice(done: string | undefined): Html | false {
  return done !== undefined && html`<p class="notice good" role="status">${done}</p>`;
}

type Tone = 'good' | 'warn' | 'bad' | 'plain';

export function badge(text: string, tone: Tone): Html {
  return html`<span class="badge ${tone}">${text}</span>`;
}

/**
 * The states of a release.
 * @param pinned whether a pin keeps it from going live, instead of a freeze; undefined: it is not held
 */
export function releaseStates({ live, state }: ReleaseSummary, pinned: boolean | undefined): Html {
  const tones: Partial<Record<typeof state, Tone>> = { refused: 'bad', waiting: 'warn' };
  return html`${live && badge('live', 'good')} ${badge(stateText(state), tones[state] ?? 'plain')}
  ${pinned !== undefined && badge(holdText(pinned), 'warn')}`;
}

/** The links to the actions on a release. */
export function releaseActions(
  you: Token,
  { app, digest, live, state }: ReleaseSummary,
  isHeld: boolean,
): Html {
  const target = { app, digest };
  const mayGoLive = state === 'admitted' && !live;
  return html`${(isHeld || state === 'waiting') && actionLink(you, 'withdraw', { app })}
  ${mayGoLive && actionLink(you, 'rollback', target, 'Make live')}
  ${mayGoLive && actionLink(you, 'pin', target, 'Make live and pin')}`;
}

export function stateText(state: ReleaseSummary['state']): string {
  if (state === 'waiting') return 'refused for now, waits for another app';
  return state === 'received' ? 'kept, not published' : state;
}

/** The longest commit message in a list, in characters. The page of the release shows all of it. */
const MOST_OF_MESSAGE = 72;

/** A link to the page of a release: its commit and message when known, and the start of its digest. */
export function releaseLink(app: string, digest: string | null, identity?: ReleaseIdentity): Html {
  if (digest === null) return digestOf(digest);
  const page = `/-/apps/${encodeURIComponent(app)}/releases/${digest.slice(0, 12)}`;
  return identity
    ? html`<a class="from" href="${page}">${identityWords(identity, MOST_OF_MESSAGE)}</a> ${digestOf(digest)}`
    : html`<a href="${page}">${digestOf(digest)}</a>`;
}

/** The reason that keeps an admitted release from going live. */
export function holdText(pinned: boolean): string {
  return `waits for the ${pinned ? 'pin' : 'freeze'} to end`;
}
