import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import type { ReleaseIdentity } from '@voltframe/kit/contract/release/identity';
import { type Html, html } from '../html.ts';
import { sinceOf } from '../layout.ts';
import { badge, releaseLink } from '../pieces.ts';
import { type Cell, tableOf } from '../table.ts';

/** Of releases by their digests, as far as they are kept. */
export type Identities = ReadonlyMap<string, ReleaseIdentity>;

export function identitiesOf(
  releases: readonly { digest: string; identity?: ReleaseIdentity | undefined }[],
): Identities {
  return new Map(releases.flatMap(({ digest, identity }) => (identity ? [[digest, identity]] : [])));
}

const MOST_OF_MESSAGE = 140;

/** Errors in groups; each leads to its page. @param now ms since the epoch. @param empty see {@link tableOf}. */
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
    visitors,
    lastSeen,
    isNew,
  }: ErrorGroup): Cell[] => [
    html`<a class="from" href="${errorPath(app, id)}">${message.slice(0, MOST_OF_MESSAGE)}</a>
      ${isNew && badge('new', 'bad')}`,
    html`<span
      ><code class="place">${place ?? 'unknown'}</code> <span class="hint">${KINDS[kind]}</span></span
    >`,
    releaseLink(app, release, identities.get(release)),
    times,
    visitors > 0 ? visitors : '–',
    sinceOf(lastSeen, now),
  ];
  const heads = ['Error', 'Where', 'Release', 'Times', 'Visitors', 'Last seen'];
  return tableOf(caption, heads, groups.map(row), empty);
}

export function errorPath(app: string, id: string): string {
  return `/-/apps/${encodeURIComponent(app)}/errors/${id}`;
}

/** Where each kind of error happens, for people. */
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
