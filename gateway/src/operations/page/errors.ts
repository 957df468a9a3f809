import type { Token } from '@voltframe/kit/contract/operations/credentials';
import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import { ERROR_ID } from '@voltframe/kit/contract/reports/error-id';
import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { maySee } from '../authorize.ts';
import { MOST_OF_ID } from '../routes/observed.ts';
import type { OpsDeps } from '../operations-deps.ts';
import { type Html, html, tableOf } from './html.ts';
import { appLink, badge, digestOf, releaseLink, sinceOf } from './layout.ts';
import { sendPage } from './send-page.ts';

const MOST_ID = 40;

/** The page of an error, found by the id on the error screen. A team finds errors of its own app only. */
export const errorPageRoutes: FastifyPluginAsyncZod<Pick<OpsDeps, 'errors' | 'site' | 'now'>> = async (
  app,
  { errors, site, now },
) => {
  const find = async (id: string, named?: string): Promise<ErrorGroup[]> =>
    ERROR_ID.test(id) ? (await errors.list({ id, app: named, limit: MOST_OF_ID })).groups : [];
  const sendMissing = (reply: FastifyReply, you: Token, id: string): FastifyReply =>
    sendPage(reply, 404, { title: 'No such error', you, body: noErrorPage(id) });
  const typedId = { querystring: z.object({ id: z.unknown().optional() }) };
  app.get('/-/find', { schema: typedId }, async ({ token: you, query: { id: typed = '' } }, reply) => {
    const id = String(typed).trim().toLowerCase().slice(0, MOST_ID);
    const own = (await find(id)).find((group) => maySee(you, group.app));
    return own ? reply.redirect(errorPath(own.app, id), 303) : sendMissing(reply, you, id);
  });
  const one = { params: z.object({ app: z.string(), id: z.string() }) };
  app.get('/-/apps/:app/errors/:id', { schema: one }, async ({ token: you, params }, reply) => {
    const { app: named, id } = params;
    if (!maySee(you, named)) throw opsErrors.NOT_YOURS();
    const [first, ...groups] = await find(id, named);
    if (!first) return sendMissing(reply, you, id.slice(0, MOST_ID));
    const body = errorPage({
      app: named,
      id,
      groups: [first, ...groups],
      live: site.live()?.composition.apps[named],
      now: now(),
    });
    return sendPage(reply, 200, { title: `Error ${id}`, you, body });
  });
};

const MOST_OF_MESSAGE = 140;

/** A table of error groups with links to their pages. @param now ms since the epoch. */
export function errorTable(groups: readonly ErrorGroup[], now: number): Html | false {
  const rows = groups.map(({ id, app, release, message, place, kind, times, lastSeen, isNew, source }) => ({
    Error: html`<a class="from" href="${errorPath(app, id)}">${message.slice(0, MOST_OF_MESSAGE)}</a>
      ${isNew && source !== 'unlisted' && badge('new', 'bad')}
      ${source === 'unlisted' && badge('unlisted address', 'plain')}`,
    Where: html`<code class="place">${place ?? 'unknown'}</code> <span class="hint">${kind}</span>`,
    Release: releaseLink(app, release),
    Times: times,
    'Last seen': sinceOf(lastSeen, now),
  }));
  return tableOf('Errors', rows, 'None within a week.');
}

function errorPath(app: string, id: string): string {
  return `/-/apps/${encodeURIComponent(app)}/errors/${id}`;
}

interface ErrorPage {
  app: string;
  /** The requested id; a group has several ids. */
  id: string;
  /** The groups of the app, the newest first; at least one. */
  groups: [ErrorGroup, ...ErrorGroup[]];
  /** Digest of the app's live release. */
  live: string | undefined;
  /** ms since the epoch. */
  now: number;
}

/** The page of an error: its message, its place in the source and its releases. */
export function errorPage({ app, id, groups, live, now }: ErrorPage): Html {
  const [{ message, kind, place, frames, release, isNew, source }] = groups;
  const routes = new Set(groups.flatMap(({ route }) => route ?? []));
  const rows = groups.map((group) => ({
    Release: releaseLink(app, group.release),
    State: html`${group.release === live && badge('live', 'good')}
    ${group.isNew && badge('appeared with it', 'bad')}`,
    Times: group.times,
    'First seen': sinceOf(group.firstSeen, now),
    'Last seen': sinceOf(group.lastSeen, now),
    'In composition': digestOf(group.composition),
  }));
  return html`<p class="trail"><a href="/-/">Overview</a> / ${appLink(app)} / error ${id}</p>
    <h1>${message}</h1>
    <p>
      ${place !== undefined && html`<code class="place">${place}</code>, `}${kind}
      ${release !== live && badge('not of the live release', 'plain')}
      ${isNew && source !== 'unlisted' && release === live && badge('new in the live release', 'bad')}
      ${source === 'unlisted' && badge('at an address that nothing lists', 'plain')}
    </p>
    ${routes.size > 0 && html`<p>Routes: ${[...routes].map((route) => html`<code>${route}</code> `)}</p>`}
    ${
      frames.length > 0 &&
      html`<section id="frames">
        <h2>Where it was thrown</h2>
        <ol>
          ${frames.map((frame) => html`<li><code>${frame}</code></li>`)}
        </ol>
      </section>`
    }
    ${tableOf('Releases that have it', rows)}`;
}

/** The page for an unknown id, and for an error of an app that the token may not read. */
export function noErrorPage(id: string): Html {
  return html`<h1>No such error</h1>
    <p>
      ${id === '' ? 'An id is the 8 characters that an error screen shows.' : html`Of <code>${id}</code> nothing is known here.`}
      It may be of another team’s app, or be seen in a few seconds.
    </p>
    <p><a href="/-/">Overview</a></p>`;
}
