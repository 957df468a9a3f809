import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import type { AppFigures } from '@voltframe/kit/contract/operations/figures';
import type { ReleaseSummary } from '@voltframe/kit/contract/operations/site-status';
import type { Token } from '@voltframe/kit/contract/operations/token';
import { errorTable, identitiesOf } from '../errors/error-table.ts';
import { type Html, html } from '../html.ts';
import { digestOf, identityOf, identityWords, sinceOf } from '../layout.ts';
import { actionLink, appLink, badge, holdText, stateText, toneOf } from '../pieces.ts';
import { figuresTable } from './figures-table.ts';
import { changedTable, type NamedRoutes } from './measured-table.ts';

export interface ReleasePage {
  summary: ReleaseSummary;
  /** Its pages. */
  routes: NamedRoutes;
  files: number;
  /** Of all its files. */
  bytes: number;
  /** Whether a pin or a freeze holds it. */
  held: boolean;
  pinned: boolean;
  /** What admission measured of it, and what visitors noticed; absent for who may not see it. */
  figures?: AppFigures | undefined;
  errors?: ErrorGroup[];
  you: Token;
  /** ms since the epoch. */
  now: number;
}

/** One release: what became of it and, where it was refused, each defect with its fix. */
export function releasePage(page: ReleasePage): Html {
  const { summary, held, pinned, you } = page;
  const { app, digest, state, live, identity, checks } = summary;
  const target = { app, digest };
  const mayGoLive = state === 'admitted' && !live;
  return html`<p class="trail"><a href="/-/">Overview</a> / ${appLink(app)}</p>
    <h1 class="message">${app}: ${identity ? identityWords(identity) : digestOf(digest)}</h1>
    <p class="lead">
      ${identity && digestOf(digest)} ${live && badge('live', 'good')}
      ${badge(stateText(state), toneOf(state))} ${held && badge(holdText(pinned), 'warn')}
    </p>
    <p class="actions">
      ${(held || state === 'waiting') && actionLink(you, 'withdraw', { app })}
      ${mayGoLive && actionLink(you, 'rollback', target, 'Make live')}
      ${mayGoLive && actionLink(you, 'pin', target, 'Make live and pin')}
    </p>
    ${facts(page)} ${checks.length > 0 && defects(checks)} ${noticed(page)}`;
}

function facts({ summary, routes, files, bytes, now }: ReleasePage): Html {
  const { digest, source, receivedAt, identity, rolledBackAt } = summary;
  return html`<dl class="facts">
    ${
      identity &&
      html`<dt>From</dt>
        <dd>${identityOf(identity)}${identity.branch && ` on ${identity.branch}`}</dd>`
    }
    <dt>Digest</dt>
    <dd><code>${digest}</code></dd>
    <dt>Received</dt>
    <dd>${sinceOf(receivedAt, now)}, from ${source}</dd>
    ${
      rolledBackAt !== null &&
      html`<dt>Rolled back</dt>
        <dd>${sinceOf(rolledBackAt, now)}</dd>`
    }
    <dt>Files</dt>
    <dd>${files}, ${Math.ceil(bytes / 1000)} kB</dd>
    <dt>Pages</dt>
    <dd>${routes.length > 0 ? routes.map(({ path }) => html`<code>${path}</code> `) : 'none'}</dd>
  </dl>`;
}

function noticed({ summary, routes, figures, errors = [], now }: ReleasePage): Html {
  const identities = identitiesOf([summary]);
  return html`${figures && changedTable(figures, routes)}
  ${errorTable('Errors of it', errors, { identities, now })} ${figuresTable(figures, new Map(), now)}`;
}

function defects(checks: ReleaseSummary['checks']): Html {
  return html`<section id="defects">
    <h2>${checks.length === 1 ? 'One defect' : `${checks.length} defects`}</h2>
    ${checks.map(
      ({ code, app, reason, fix, waitsFor }) =>
        html`<div class="card defect">
          <p><code>${code}</code> ${app}${waitsFor !== undefined && `, waits for ${waitsFor}`}</p>
          <p>${reason}</p>
          <p class="hint">${fix}</p>
        </div>`,
    )}
  </section>`;
}
