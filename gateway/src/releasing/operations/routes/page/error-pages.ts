import { ERROR_ID } from '@voltframe/kit/contract/reports/error-id';
import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import type { FastifyInstance } from 'fastify';
import type { OpsDeps } from '../../operations-deps.ts';
import { errorPath, identitiesOf } from '../../page/errors/error-table.ts';
import { errorPage, noErrorPage } from '../../page/errors/error-page.ts';
import { maySee, SEEN_HOURS } from '../../page/seen/seen.ts';
import { sendPage, signedIn } from '../../page/send-page.ts';

const HOUR_MS = 3_600_000;
const MOST_RELEASES = 50;
const MOST_ID = 40;

/** An error by the id that an error screen shows; a team finds those of its own app. */
export function registerErrorPages(app: FastifyInstance, deps: OpsDeps): void {
  const { errors, state, site, now } = deps;
  app.get(
    '/-/find',
    signedIn(deps, async (you, request, reply) => {
      const { id = '' } = request.query as { id?: unknown };
      const asked = String(id).trim().toLowerCase().slice(0, MOST_ID);
      const found = ERROR_ID.test(asked) ? await errors.find(asked) : [];
      const own = found.find((group) => maySee(you, group.app));
      if (own) return reply.redirect(errorPath(own.app, asked), 303);
      return sendPage(reply, 404, 'No such error', noErrorPage(asked), you);
    }),
  );
  app.get(
    '/-/apps/:app/errors/:id',
    signedIn(deps, async (you, request, reply) => {
      const { app: named, id } = request.params as { app: string; id: string };
      if (!maySee(you, named)) throw opsErrors.NOT_YOURS();
      const all = ERROR_ID.test(id) ? await errors.find(id) : [];
      const [first, ...groups] = all.filter((group) => group.app === named);
      if (!first) return sendPage(reply, 404, 'No such error', noErrorPage(id.slice(0, MOST_ID)), you);
      const releases = await state.releases({ app: named, limit: MOST_RELEASES });
      const page = errorPage({
        app: named,
        id,
        groups: [first, ...groups],
        hours: await errors.rates(named, now() - SEEN_HOURS * HOUR_MS, now() + HOUR_MS),
        identities: identitiesOf(releases),
        live: site.live()?.composition.apps[named],
        now: now(),
      });
      return sendPage(reply, 200, `Error ${id}`, page, you);
    }),
  );
}
