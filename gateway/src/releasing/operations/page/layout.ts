import { ageText } from '@voltframe/kit/contract/operations/age-text';
import type { Token } from '@voltframe/kit/contract/operations/token';
import { identityText, type ReleaseIdentity } from '@voltframe/kit/contract/release/identity';
import { type Html, html } from './html.ts';

export const STYLESHEET = '/-/operations.css';

export interface PageParts {
  title: string;
  /** Who is signed in. */
  you?: Token | undefined;
  body: Html;
}

/** A whole document of the operations port. It has no scripts. */
export function pageDocument({ title, you, body }: PageParts): string {
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
      ${role === 'operator' && html`<a href="/-/access">Access</a>`}
    </nav>
    <form class="find" role="search" action="/-/find">
      <label class="visually-hidden" for="find">Id of an error, as its screen shows it</label>
      <input
        id="find"
        name="id"
        maxlength="40"
        placeholder="id of an error"
        autocomplete="off"
        spellcheck="false"
        required
      />
      <button class="quiet">Find</button>
    </form>
    <form class="you" method="post" action="/-/sign-out">
      <span>${name} (${app === null ? role : `team of ${app}`})</span>
      <button class="quiet">Sign out</button>
    </form>`;
}

/** A moment, for people and machines. @param at ms since the epoch. */
export function timeOf(at: number): Html {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

/** A moment that has passed, and how long ago. @param at and @param now ms since the epoch. */
export function sinceOf(at: number, now: number): Html {
  return html`<span class="when">${timeOf(at)} <span class="age">${ageText(now - at)}</span></span>`;
}

/** Where a release came from, as its team says; leads there where it says so. */
export function identityOf(identity: ReleaseIdentity): Html {
  const text = identityWords(identity);
  return identity.url ? html`<a href="${identity.url}" rel="noreferrer">${text}</a>` : html`${text}`;
}

/** @param most characters of the message. @returns commit, message and author, or what there is. */
export function identityWords(identity: ReleaseIdentity, most?: number): string {
  return identityText(identity, most) || identity.branch || identity.url || '';
}

/** The start of a digest or of a composition's id; the whole on hovering. */
export function digestOf(digest: string | null): Html {
  return digest === null ? html`–` : html`<code title="${digest}">${digest.slice(0, 12)}</code>`;
}
