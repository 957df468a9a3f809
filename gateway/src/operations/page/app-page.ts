import { DAY_MS } from '@voltframe/kit/contract/units';
import type { ErrorGroupList } from '@voltframe/kit/contract/operations/error-groups';
import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { AppStatus, ReleaseSummary, Status } from '@voltframe/kit/contract/operations/site-status';
import type { Token } from '@voltframe/kit/contract/operations/credentials';
import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { summaryOf } from '../../releasing/activation/live-releases.ts';
import { maySee } from '../authorize.ts';
import { readStatus, type StatusDeps } from '../routes/reading.ts';
import { AFTER_ACTION, doneOf } from './confirm-page.ts';
import { OF_APP } from '../operation.ts';
import { errorTable } from './errors.ts';
import { historyTable, libraryTable } from './overview-page.ts';
import { type Html, html, tableOf } from './html.ts';
import {
  actionLink,
  badge,
  findings,
  notice,
  releaseActions,
  releaseLink,
  releaseStates,
  sinceOf,
} from './layout.ts';
import { sendPage } from './send-page.ts';

const LATEST = 20;
const MOST_RELEASES = 50;
const MOST_ERRORS = 20;
const WEEK_MS = 7 * DAY_MS;

/** The page of an app. */
export const appRoutes: FastifyPluginAsyncZod<StatusDeps> = async (app, parts) => {
  const { state, site, errors, now } = parts;
  const schema = { ...OF_APP, ...AFTER_ACTION };
  app.get('/-/apps/:app', { schema }, async ({ token: you, params, query }, reply) => {
    const { app: named } = params;
    const releases = await state.releases({ app: named, limit: MOST_RELEASES });
    if (releases.length === 0) throw opsErrors.PAGE_UNKNOWN();
    const { apps, libraries } = await readStatus(parts, you);
    const status = apps.find((entry) => entry.app === named);
    const body = appPage({
      app: named,
      status,
      releases: releases.map((stored) => summaryOf(stored, site.live()?.composition.apps[named])),
      history: await state.history({ app: named, limit: LATEST }),
      errors:
        status && maySee(you, named)
          ? await errors.list({ app: named, sinceMs: now() - WEEK_MS, limit: MOST_ERRORS })
          : undefined,
      ...(libraries && { libraries }),
      you,
      done: doneOf(query, named),
      now: now(),
    });
    return sendPage(reply, 200, { title: named, you, body, renews: true });
  });
};

export interface AppPage extends Pick<Status, 'libraries'> {
  app: string;
  status: AppStatus | undefined;
  releases: ReleaseSummary[];
  history: HistoryEntry[];
  /** Undefined when the token may not read them, and for an app that is not live. */
  errors: ErrorGroupList | undefined;
  you: Token;
  done: string | undefined;
  /** ms since the epoch. */
  now: number;
}

export function appPage(page: AppPage): Html {
  const { app, status, errors, history, you, done, now } = page;
  return html`<p class="trail"><a href="/-/">Overview</a></p>
    <h1>${app}</h1>
    ${notice(done)}
    ${
      status
        ? html`<p>
            ${releaseLink(app, status.live, status.identity)}, live since
            ${sinceOf(status.activatedAt, now)}${status.pinned && `, pinned by ${status.pinned.by}`}
          </p>`
        : html`<p>Not on the site.</p>`
    }
    ${
      status?.warnings &&
      html`<section class="notice warn" id="to-mend">
        <p>What other apps changed left something of this one to mend:</p>
        ${findings(status.warnings, true)}
      </section>`
    }
    ${
      status &&
      html`<p class="actions">
        ${actionLink(you, 'rollback', { app })} ${actionLink(you, status.pinned ? 'unpin' : 'pin', { app })}
        ${status.kind === 'remote' && actionLink(you, 'retire', { app })}
      </p>`
    }
    ${errors && errorTable(errors.groups, now)}
    ${errors?.more && html`<p class="hint">There are more: <code>mfe errors ${app}</code></p>`}
    ${releaseTable(page)} ${libraryTable(page, app)} ${historyTable('Changes', history, now)}`;
}

function releaseTable({ app, status, releases, you, now }: AppPage): Html | false {
  const rows = releases.map((release) => {
    const { digest, source, receivedAt, identity, rolledBackAt, checks } = release;
    const isHeld = digest === status?.held;
    return {
      Release: releaseLink(app, digest, identity),
      State: html`${releaseStates(release, isHeld ? status?.pinned !== null : undefined)}
      ${rolledBackAt !== null && badge('rolled back', 'bad')} ${findings(checks)}`,
      Received: sinceOf(receivedAt, now),
      Source: source,
      Actions: releaseActions(you, release, isHeld),
    };
  });
  return tableOf('Releases', rows);
}
