import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import type { ReleaseIdentity } from '@voltframe/kit/contract/release/identity';
import { ERROR_ID } from '@voltframe/kit/contract/reports/error-id';
import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import { maySee } from '../authorize.ts';
import type { OpsDeps } from '../operations-deps.ts';
import { type Cell, factList, type Html, html, tableOf } from './html.ts';
import { appLink, badge, digestOf, releaseLink, sinceOf } from './layout.ts';
import type { AppSeen } from './observed.ts';
import type { AddView } from './send-page.ts';

const MOST_ID = 40;
const MOST_RELEASES = 50;

/** The page of an error, found by the id on the error screen. A team finds errors of its own app only. */
export function registerErrorPages(view: AddView, { errors, state, site, now }: OpsDeps): void {
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
      identities: identitiesOf(releases),
      live: site.live()?.composition.apps[named],
      now: now(),
    });
    return { title: `Error ${id}`, body };
  });
}

/** The identities of the stored releases by digest. */
type Identities = ReadonlyMap<string, ReleaseIdentity>;

export function identitiesOf(
  releases: readonly { digest: string; identity?: ReleaseIdentity | undefined }[],
): Identities {
  return new Map(releases.flatMap(({ digest, identity }) => (identity ? [[digest, identity]] : [])));
}

const MOST_OF_MESSAGE = 140;

/**
 * A table of error groups with links to their pages.
 * @param now ms since the epoch.
 * @param empty see {@link tableOf}.
 */
export function errorTable(
  caption: string,
  groups: readonly ErrorGroup[],
  { identities, now, empty }: { identities: Identities; now: number; empty?: string },
): Html | false {
  const row = ({
    id,
    app,
    release,
    message,
    place,
    kind,
    times,
    lastSeen,
    isNew,
    source,
  }: ErrorGroup): Cell[] => [
    html`<a class="from" href="${errorPath(app, id)}">${message.slice(0, MOST_OF_MESSAGE)}</a>
      ${isNew && source !== 'unlisted' && badge('new', 'bad')}
      ${source === 'unlisted' && badge('unlisted address', 'plain')}`,
    html`<span
      ><code class="place">${place ?? 'unknown'}</code> <span class="hint">${KINDS[kind]}</span></span
    >`,
    releaseLink(app, release, identities.get(release)),
    times,
    sinceOf(lastSeen, now),
  ];
  const heads = ['Error', 'Where', 'Release', 'Times', 'Last seen'];
  return tableOf(caption, heads, groups.map(row), empty);
}

function errorPath(app: string, id: string): string {
  return `/-/apps/${encodeURIComponent(app)}/errors/${id}`;
}

/** The label of each kind of error. */
export const KINDS: Readonly<Record<ErrorGroup['kind'], string>> = {
  hydration: 'in the browser, when it takes the page over',
  render: 'in the browser or on the server, in a component',
  event: 'in the browser, after a click or a key',
  promise: 'in the browser, in a promise that nobody waits for',
  chunk: 'in the browser, a script did not come',
  guard: 'in a guard',
  island: 'in an island',
  csp: 'in the browser, against the policy of the page',
  loader: 'on the server, in a loader',
  resource: 'on the server, in a resource',
  page: 'on the server, instead of a page',
  process: 'on the server, in its process',
};

/** The errors of an app, by the hour and by group. @param now ms since the epoch. */
export function errorsSection(seen: AppSeen, identities: Identities, now: number): Html {
  const { groups, more } = seen;
  const table = errorTable('Errors', groups, { identities, now, empty: 'None within a week.' });
  return html`${table}
  ${more && html`<p class="hint">There are more: <code>mfe errors ${seen.app}</code></p>`}`;
}

interface ErrorPage {
  app: string;
  id: string;
  /** The groups of the app, the newest first; at least one. */
  groups: [ErrorGroup, ...ErrorGroup[]];
  identities: Identities;
  /** Digest of the app's live release. */
  live: string | undefined;
  /** ms since the epoch. */
  now: number;
}

/** The page of an error: its message, its place in the source and its releases. */
export function errorPage({ app, id, groups, identities, live, now }: ErrorPage): Html {
  const [{ message, kind, place, frames, release, isNew, source }] = groups;
  return html`<p class="trail"><a href="/-/">Overview</a> / ${appLink(app)} / error ${id}</p>
    <h1 class="message">${message}</h1>
    <p class="lead">
      ${place !== undefined && html`<code class="place">${place}</code>, `}${KINDS[kind]}
      ${release !== live && badge('not of the live release', 'plain')}
      ${isNew && source !== 'unlisted' && release === live && badge('new in the live release', 'bad')}
      ${source === 'unlisted' && badge('at an address that nothing lists', 'plain')}
    </p>
    ${facts(groups, now)} ${framesOf(frames)} ${releaseTable(groups, { identities, live, now })}`;
}

function facts(groups: readonly ErrorGroup[], now: number): Html {
  const namesOf = (of: (group: ErrorGroup) => string | undefined) =>
    [...new Set(groups.flatMap((group) => of(group) ?? []))].map((name) => html`<code>${name}</code> `);
  const routes = namesOf(({ route }) => route);
  const browsers = namesOf(({ browser }) => browser);
  return factList({
    Times: groups.reduce((total, { times }) => total + times, 0),
    'First seen': sinceOf(Math.min(...groups.map(({ firstSeen }) => firstSeen)), now),
    'Last seen': sinceOf(Math.max(...groups.map(({ lastSeen }) => lastSeen)), now),
    Routes: routes.length > 0 && routes,
    Browsers: browsers.length > 0 && browsers,
  });
}

function framesOf(frames: readonly string[]): Html | false {
  if (frames.length === 0) return false;
  return html`<section id="frames">
    <h2>Where it was thrown</h2>
    <ol class="frames">
      ${frames.map((frame) => html`<li><code>${frame}</code></li>`)}
    </ol>
  </section>`;
}

function releaseTable(
  groups: readonly ErrorGroup[],
  { identities, live, now }: Pick<ErrorPage, 'identities' | 'live' | 'now'>,
): Html | false {
  const row = ({ app, release, times, place, firstSeen, composition, isNew }: ErrorGroup): Cell[] => [
    releaseLink(app, release, identities.get(release)),
    html`${release === live && badge('live', 'good')} ${isNew && badge('appeared with it', 'bad')}`,
    html`<code class="place">${place ?? 'unknown'}</code>`,
    times,
    sinceOf(firstSeen, now),
    digestOf(composition),
  ];
  const heads = ['Release', 'State', 'Where', 'Times', 'First seen', 'In composition'];
  return tableOf('Releases that have it', heads, groups.map(row));
}

/** The page for an unknown id, and for an error of an app that the token may not read. */
export function noErrorPage(id: string): Html {
  return html`<h1>No such error</h1>
    <p class="lead">
      ${id === '' ? 'An id is the 8 characters that an error screen shows.' : html`Of <code>${id}</code> nothing is known here.`}
      It may be of another team’s app, or be seen in a few seconds.
    </p>
    <p><a href="/-/">Overview</a></p>`;
}
