import type { AppStatus } from '@voltframe/kit/contract/operations/site-status';
import type { Token } from '@voltframe/kit/contract/operations/credentials';
import { summaryOf } from '../../../activation/live-releases.ts';
import type { OpsDeps } from '../../operations-deps.ts';
import { historyPage, overviewPage } from '../../page/overview-page.ts';
import { type AppSeen, maySee, readSeen } from '../../page/observed.ts';
import type { AddView } from '../../page/send-page.ts';
import { readStatus } from '../reading.ts';
import { doneOf } from './actions.ts';

const LATEST = 20;
const MOST_HISTORY = 500;

/** The overview and the history. */
export function registerOverview(view: AddView, deps: OpsDeps): void {
  const { state, now } = deps;
  view('GET', '/-/', async (you, request) => {
    const waiting = await state.releases({ state: 'waiting', limit: LATEST });
    const status = await readStatus(deps, you);
    const { held = [] } = status;
    const stored = await Promise.all(held.map(({ app: named, digest }) => state.release(named, digest)));
    const body = overviewPage({
      status,
      waiting: waiting.map((release) => summaryOf(release, undefined)),
      held: stored.filter((release) => release !== undefined).map((release) => summaryOf(release, undefined)),
      history: await state.history({ limit: LATEST }),
      seen: await seenOf(deps, you, status.apps),
      you,
      done: doneOf(request),
      now: now(),
    });
    return { title: 'Overview', body, renews: true };
  });
  view('GET', '/-/log', async () => ({
    title: 'History',
    renews: true,
    body: historyPage(await state.history({ limit: MOST_HISTORY }), now()),
  }));
}

/** Reads the observations of each app that the token may read. */
async function seenOf(deps: OpsDeps, you: Token, apps: readonly AppStatus[]): Promise<AppSeen[]> {
  const own = apps.filter(({ app }) => maySee(you, app));
  return Promise.all(
    own.map(({ app, live, activatedAt }) => readSeen(deps, { app, live, since: activatedAt }, deps.now())),
  );
}
