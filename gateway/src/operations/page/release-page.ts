import type { ReleaseSummary } from '@voltframe/kit/contract/operations/site-status';
import type { Token } from '@voltframe/kit/contract/operations/credentials';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { heldSetting } from '../../releasing/state/release-store.ts';
import { findRelease, summaryOf } from '../../releasing/activation/live-releases.ts';
import { z } from 'zod';
import type { OpsDeps } from '../operations-deps.ts';
import { factList, type Html, html } from './html.ts';
import {
  appLink,
  digestOf,
  findings,
  identityWords,
  releaseActions,
  releaseStates,
  sinceOf,
} from './layout.ts';
import { sendPage } from './send-page.ts';
import type { ReleaseRoute } from '@voltframe/kit/contract/release/release';

/** The page of a release of an app. */
export const releaseRoutes: FastifyPluginAsyncZod<Pick<OpsDeps, 'state' | 'site' | 'now'>> = async (
  app,
  { state, site, now },
) => {
  const schema = { params: z.object({ app: z.string(), digest: z.string() }) };
  app.get('/-/apps/:app/releases/:digest', { schema }, async ({ token: you, params }, reply) => {
    const { app: named, digest: start } = params;
    const stored = await findRelease(state, named, start, 'any');
    const { digest, routes, files } = stored.release;
    const body = releasePage({
      summary: summaryOf(stored, site.live()?.composition.apps[named]),
      routes,
      bytes: Object.values(files).reduce((sum, file) => sum + file.bytes, 0),
      files: Object.keys(files).length,
      held: (await state.setting(heldSetting(named))) === digest,
      pinned: (await state.pins()).some((pin) => pin.app === named),
      you,
      now: now(),
    });
    return sendPage(reply, 200, { title: `${named} ${digest.slice(0, 12)}`, you, body });
  });
};

export interface ReleasePage {
  summary: ReleaseSummary;
  /** Its pages. */
  routes: readonly Pick<ReleaseRoute, 'path'>[];
  files: number;
  /** The size of all files of the release. */
  bytes: number;
  /** Whether a pin or a freeze keeps the release from going live. */
  held: boolean;
  pinned: boolean;
  you: Token;
  /** ms since the epoch. */
  now: number;
}

/** The page of one release: its state and, for a refused release, each defect with its fix. */
export function releasePage(page: ReleasePage): Html {
  const { summary, routes, files, bytes, held, pinned, you, now } = page;
  const { app, digest, identity, source, receivedAt, rolledBackAt, checks } = summary;
  return html`<p class="trail"><a href="/-/">Overview</a> / ${appLink(app)}</p>
    <h1>${app}: ${identity ? identityWords(identity) : digestOf(digest)}</h1>
    <p>${identity && digestOf(digest)} ${releaseStates(summary, held ? pinned : undefined)}</p>
    <p class="actions">${releaseActions(you, summary, held)}</p>
    ${factList({
      Branch: identity?.branch,
      'Built from': identity?.url && html`<a href="${identity.url}" rel="noreferrer">${identity.url}</a>`,
      Digest: html`<code>${digest}</code>`,
      Received: html`${sinceOf(receivedAt, now)}, from ${source}`,
      'Rolled back': rolledBackAt !== null && sinceOf(rolledBackAt, now),
      Files: `${files}, ${Math.ceil(bytes / 1000)} kB`,
      Pages: routes.length > 0 ? routes.map(({ path }) => html`<code>${path}</code> `) : 'none',
    })}
    ${findings(checks, true)}`;
}
