import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { AppStatus, HeldRelease, ReleaseSummary } from '@voltframe/kit/contract/operations/site-status';
import type { Token } from '@voltframe/kit/contract/operations/credentials';
import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import { summaryOf } from '../../releasing/activation/live-releases.ts';
import { maySee } from '../authorize.ts';
import type { OpsDeps } from '../operations-deps.ts';
import { readStatus } from '../routes/reading.ts';
import { concernList, seenConcerns } from './concerns.ts';
import { doneOf } from './confirm-page.ts';
import { errorsSection, identitiesOf } from './errors.ts';
import { historyTable } from './overview-page.ts';
import { type Cell, type Html, html, tableOf } from './html.ts';
import {
  actionLink,
  badge,
  findings,
  holdText,
  notice,
  releaseLink,
  sinceOf,
  stateText,
  toneOf,
} from './layout.ts';
import { type AppSeen, readSeen } from './observed.ts';
import { measuredTable, type NamedRoutes } from './release-page.ts';
import type { AddView } from './send-page.ts';

const LATEST = 20;
const MOST_RELEASES = 50;

/** The page of an app. */
export function registerAppPage(view: AddView, deps: OpsDeps): void {
  const { state, site, now } = deps;
  view('GET', '/-/apps/:app', async (you, request) => {
    const { app: named } = request.params as { app: string };
    const releases = await state.releases({ app: named, limit: MOST_RELEASES });
    if (releases.length === 0) throw opsErrors.PAGE_UNKNOWN();
    const { apps, held = [] } = await readStatus(deps, you);
    const status = apps.find((entry) => entry.app === named);
    const body = appPage({
      app: named,
      status,
      held: held.find((entry) => entry.app === named),
      releases: releases.map((stored) => summaryOf(stored, site.live()?.composition.apps[named])),
      history: await state.history({ app: named, limit: LATEST }),
      ...(status && maySee(you, named) && (await seenOf(deps, status))),
      you,
      done: doneOf(request, named),
      now: now(),
    });
    return { title: named, body, renews: true };
  });
}

/** Reads the observations of an app's live release, and the budgets of its routes. */
async function seenOf(deps: OpsDeps, status: AppStatus): Promise<Pick<AppPage, 'seen' | 'routes'>> {
  const routes = deps.site.live()?.releases[status.app]?.routes ?? [];
  return { seen: await readSeen(deps, status), routes };
}

export interface AppPage {
  app: string;
  status: AppStatus | undefined;
  held: HeldRelease | undefined;
  releases: ReleaseSummary[];
  history: HistoryEntry[];
  /** The observations; absent when the token may not read them and for an app that is not live. */
  seen?: AppSeen | undefined;
  /** The routes of the live release. */
  routes?: NamedRoutes;
  you: Token;
  done: string | undefined;
  /** ms since the epoch. */
  now: number;
}

export function appPage(page: AppPage): Html {
  const { app, status, history, you, done, now } = page;
  return html`<p class="trail"><a href="/-/">Overview</a></p>
    <h1>${app}</h1>
    ${notice(done)}
    ${
      status
        ? html`<p class="lead">
            ${releaseLink(app, status.live, status.identity)}, live since
            ${sinceOf(status.activatedAt, now)}${status.pinned && `, pinned by ${status.pinned.by}`}
          </p>`
        : html`<p class="lead">Not on the site.</p>`
    }
    ${
      status?.warnings &&
      html`<section class="notice warn" id="to-mend">
        <p>What other apps changed left something of this one to mend:</p>
        ${findings(status.warnings, true)}
      </section>`
    }
    ${page.seen && ownConcerns(page.seen, now)}
    ${status && html`<p class="actions">${appActions(status, you)}</p>`}
    ${page.seen && seenSections(page.seen, page)} ${releaseTable(page)}
    ${historyTable('Changes', history, now)}`;
}

/** The list of problems without the name of the app. */
function ownConcerns(seen: AppSeen, now: number): Html | false {
  return concernList(seenConcerns(seen, now).map(({ app: _, ...concern }) => concern));
}

function seenSections(seen: AppSeen, { releases, routes, now }: AppPage): Html {
  return html`${errorsSection(seen, identitiesOf(releases), now)}
  ${measuredTable(seen.measured, routes ?? [])}`;
}

function appActions({ app, kind, pinned }: AppStatus, you: Token): (Html | false)[] {
  return [
    actionLink(you, 'rollback', { app }),
    actionLink(you, pinned ? 'unpin' : 'pin', { app }),
    kind === 'remote' && actionLink(you, 'retire', { app }),
  ];
}

function releaseTable({ app, held, releases, you, now }: AppPage): Html | false {
  const row = (release: ReleaseSummary): Cell[] => {
    const { digest, state, live, source, receivedAt, identity, rolledBackAt, checks } = release;
    const target = { app, digest };
    const isHeld = digest === held?.digest;
    const states = html`${live && badge('live', 'good')} ${badge(stateText(state), toneOf(state))}
    ${isHeld && badge(holdText(held?.by === 'pin'), 'warn')}
    ${rolledBackAt !== null && badge('rolled back', 'bad')} ${findings(checks)}`;
    const actions = html`${(isHeld || state === 'waiting') && actionLink(you, 'withdraw', { app })}
    ${state === 'admitted' && !live && actionLink(you, 'rollback', target, 'Make live')}
    ${state === 'admitted' && !live && actionLink(you, 'pin', target, 'Make live and pin')}`;
    return [releaseLink(app, digest, identity), states, sinceOf(receivedAt, now), source, actions];
  };
  return tableOf(
    'Releases',
    ['Release', 'State', 'Received', 'Source', 'Actions'],
    releases.map(row),
    'None is kept.',
  );
}
