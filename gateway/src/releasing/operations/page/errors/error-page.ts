import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import { type Html, html } from '../html.ts';
import { digestOf, sinceOf } from '../layout.ts';
import { appLink, badge, releaseLink } from '../pieces.ts';
import type { AppSeen } from '../seen/seen.ts';
import { type Cell, tableOf } from '../table.ts';
import { type Identities, KINDS } from './error-table.ts';
import { hoursFigure } from './errors-section.ts';

export interface ErrorPage {
  app: string;
  /** As it was asked for; each group knows itself by one of its ids. */
  id: string;
  /** Of the app, the newest first; at least one. */
  groups: [ErrorGroup, ...ErrorGroup[]];
  hours: AppSeen['hours'];
  identities: Identities;
  /** Digest of the app's live release. */
  live: string | undefined;
  /** ms since the epoch. */
  now: number;
}

/** An error: what it is, where it is in the source, since which release, and whom it hits. */
export function errorPage({ app, id, groups, hours, identities, live, now }: ErrorPage): Html {
  const [{ message, kind, place, frames, release, isNew }] = groups;
  return html`<p class="trail"><a href="/-/">Overview</a> / ${appLink(app)} / error ${id}</p>
    <h1 class="message">${message}</h1>
    <p class="lead">
      ${place !== undefined && html`<code class="place">${place}</code>, `}${KINDS[kind]}
      ${release !== live && badge('not of the live release', 'plain')}
      ${isNew && release === live && badge('new in the live release', 'bad')}
    </p>
    ${facts(groups, now)} ${framesOf(frames)} ${releaseTable(groups, { identities, live, now })}
    ${hoursFigure({ app, hours }, release, now)}`;
}

function facts(groups: readonly ErrorGroup[], now: number): Html {
  const sum = (of: (group: ErrorGroup) => number) => groups.reduce((total, group) => total + of(group), 0);
  const routes = [...new Set(groups.flatMap((group) => group.routes))];
  const browsers = Map.groupBy(
    groups.flatMap((group) => Object.entries(group.browsers)),
    ([name]) => name,
  );
  const visitors = sum((group) => group.visitors);
  return html`<dl class="facts">
    <dt>Times</dt>
    <dd>${sum(({ times }) => times)}${visitors > 0 && `, ${visitors} visitors`}</dd>
    <dt>First seen</dt>
    <dd>${sinceOf(Math.min(...groups.map(({ firstSeen }) => firstSeen)), now)}</dd>
    <dt>Last seen</dt>
    <dd>${sinceOf(Math.max(...groups.map(({ lastSeen }) => lastSeen)), now)}</dd>
    ${
      routes.length > 0 &&
      html`<dt>Routes</dt>
        <dd>${routes.map((route) => html`<code>${route}</code> `)}</dd>`
    }
    ${
      browsers.size > 0 &&
      html`<dt>Browsers</dt>
        <dd>
          ${[...browsers].map(([name, counts]) => `${name} ${counts.reduce((total, [, times]) => total + times, 0)}`).join(', ')}
        </dd>`
    }
  </dl>`;
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
  const row = ({ app, release, times, visitors, firstSeen, composition, isNew }: ErrorGroup): Cell[] => [
    releaseLink(app, release, identities.get(release)),
    html`${release === live && badge('live', 'good')} ${isNew && badge('appeared with it', 'bad')}`,
    times,
    visitors > 0 ? visitors : '–',
    sinceOf(firstSeen, now),
    digestOf(composition),
  ];
  const heads = ['Release', 'State', 'Times', 'Visitors', 'First seen', 'In composition'];
  return tableOf('Releases that have it', heads, groups.map(row));
}

/** No error of an id is known, or none of an app that who looks may see. */
export function noErrorPage(id: string): Html {
  return html`<h1>No such error</h1>
    <p class="lead">
      ${id === '' ? 'An id is the 8 characters that an error screen shows.' : html`Of <code>${id}</code> nothing is known here.`}
      It may be of another team’s app, or be seen in a few seconds.
    </p>
    <p><a href="/-/">Overview</a></p>`;
}
