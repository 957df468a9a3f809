import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import type { FastifyInstance } from 'fastify';
import { summaryOf } from '../../../activation/live-releases.ts';
import { heldSetting } from '../../../stores/held-setting.ts';
import type { OpsDeps } from '../../operations-deps.ts';
import { appPage } from '../../page/apps/app-page.ts';
import { releasePage } from '../../page/apps/release-page.ts';
import { sendPage, signedIn } from '../../page/send-page.ts';
import { readStatus } from '../reading.ts';
import { doneOf } from './actions.ts';

const LATEST = 20;
const MOST_RELEASES = 50;

/** One app, and one of its releases. */
export function registerApps(app: FastifyInstance, deps: OpsDeps): void {
  const { state, site, now } = deps;
  app.get(
    '/-/apps/:app',
    signedIn(deps, async (you, request, reply) => {
      const { app: named } = request.params as { app: string };
      const releases = await state.releases({ app: named, limit: MOST_RELEASES });
      if (releases.length === 0) throw opsErrors.PAGE_UNKNOWN();
      const { apps, held = [] } = await readStatus(deps, you);
      const page = appPage({
        app: named,
        status: apps.find((entry) => entry.app === named),
        held: held.find((entry) => entry.app === named),
        releases: releases.map((stored) => summaryOf(stored, site.live()?.composition.apps[named])),
        history: await state.history({ app: named, limit: LATEST }),
        you,
        done: doneOf(request, named),
        now: now(),
      });
      return sendPage(reply, 200, named, page, you);
    }),
  );
  app.get(
    '/-/apps/:app/releases/:digest',
    signedIn(deps, async (you, request, reply) => {
      const { app: named, digest } = request.params as { app: string; digest: string };
      const stored = await state.release(named, digest);
      if (!stored) throw opsErrors.PAGE_UNKNOWN();
      const { routes, files } = stored.release;
      const page = releasePage({
        summary: summaryOf(stored, site.live()?.composition.apps[named]),
        routes: routes.map(({ path }) => path),
        bytes: Object.values(files).reduce((sum, file) => sum + file.bytes, 0),
        files: Object.keys(files).length,
        held: (await state.setting(heldSetting(named))) === digest,
        pinned: (await state.pins()).some((pin) => pin.app === named),
        you,
        now: now(),
      });
      return sendPage(reply, 200, `${named} ${digest.slice(0, 12)}`, page, you);
    }),
  );
}
