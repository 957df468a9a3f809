import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import type { AppStatus } from '@voltframe/kit/contract/operations/site-status';
import { findRelease, summaryOf } from '../../../activation/live-releases.ts';
import { heldSetting } from '../../../../platform/database/release-rows.ts';
import type { OpsDeps } from '../../operations-deps.ts';
import { type AppPage, appPage } from '../../page/app-page.ts';
import { type ReleasePage, releasePage, TREND_DAYS } from '../../page/release-page.ts';
import { vitalsOfAll, maySee, readSeen, SEEN_HOURS } from '../../page/observed.ts';
import type { AddView } from '../../page/send-page.ts';
import { readStatus } from '../reading.ts';
import { doneOf } from './actions.ts';
import { ERROR_ID } from '@voltframe/kit/contract/reports/error-id';
import { errorPage, errorPath, identitiesOf, noErrorPage } from '../../page/errors.ts';

const LATEST = 20;
const MOST_RELEASES = 50;
const MOST_ID = 40;
const HOUR_MS = 3_600_000;

/** The pages of an app and of its releases. */
export function registerApps(view: AddView, deps: OpsDeps): void {
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
  view('GET', '/-/apps/:app/releases/:digest', async (you, request) => {
    const { app: named, digest: start } = request.params as { app: string; digest: string };
    const stored = await findRelease(state, named, start, 'any');
    const { digest, routes, files } = stored.release;
    const body = releasePage({
      summary: summaryOf(stored, site.live()?.composition.apps[named]),
      routes,
      bytes: Object.values(files).reduce((sum, file) => sum + file.bytes, 0),
      files: Object.keys(files).length,
      held: (await state.setting(heldSetting(named))) === digest,
      pinned: (await state.pins()).some((pin) => pin.app === named),
      ...(maySee(you, named) && (await seenOfRelease(deps, named, digest))),
      you,
      now: now(),
    });
    return { title: `${named} ${digest.slice(0, 12)}`, body };
  });
}

/** Reads the observations of an app's live release, its trends and the budgets of its routes. */
async function seenOf(
  deps: OpsDeps,
  { app, live, activatedAt }: AppStatus,
): Promise<Pick<AppPage, 'seen' | 'trends' | 'routes'>> {
  const seen = await readSeen(deps, { app, live, since: activatedAt }, deps.now());
  const names = vitalsOfAll(seen.figures).map(({ name }) => name);
  const trends = names.map(async (name) => [name, await deps.figures.series(app, name, TREND_DAYS)] as const);
  const routes = deps.site.live()?.releases[app]?.routes ?? [];
  return { seen, trends: new Map(await Promise.all(trends)), routes };
}

async function seenOfRelease(
  deps: OpsDeps,
  app: string,
  digest: string,
): Promise<Pick<ReleasePage, 'figures' | 'errors'>> {
  const { errors, figures } = deps;
  const { groups } = await errors.list({ app, release: digest, limit: LATEST });
  return { figures: await figures.of(app, digest), errors: groups };
}

/** The page of an error, found by the id on the error screen. A team finds errors of its own app only. */
export function registerErrorPages(view: AddView, deps: OpsDeps): void {
  const { errors, state, site, now } = deps;
  const missing = (id: string) => ({ title: 'No such error', body: noErrorPage(id), status: 404 });
  view('GET', '/-/find', async (you, request) => {
    const { id: typed = '' } = request.query as { id?: unknown };
    const id = String(typed).trim().toLowerCase().slice(0, MOST_ID);
    const groups = ERROR_ID.test(id) ? await errors.find(id) : [];
    const own = groups.find((group) => maySee(you, group.app));
    return own ? errorPath(own.app, id) : missing(id);
  });
  view('GET', '/-/apps/:app/errors/:id', async (you, request) => {
    const { app: named, id } = request.params as { app: string; id: string };
    if (!maySee(you, named)) throw opsErrors.NOT_YOURS();
    const all = ERROR_ID.test(id) ? await errors.find(id) : [];
    const [first, ...groups] = all.filter((group) => group.app === named);
    if (!first) return missing(id.slice(0, MOST_ID));
    const releases = await state.releases({ app: named, limit: MOST_RELEASES });
    const body = errorPage({
      app: named,
      id,
      groups: [first, ...groups],
      hours: await errors.rates(named, now() - SEEN_HOURS * HOUR_MS, now() + HOUR_MS),
      identities: identitiesOf(releases),
      live: site.live()?.composition.apps[named],
      now: now(),
    });
    return { title: `Error ${id}`, body };
  });
}
