import { hourBars } from '../charts/hour-bars.ts';
import { type Html, html } from '../html.ts';
import { type AppSeen, SEEN_HOURS } from '../seen/seen.ts';
import { errorTable, type Identities } from './error-table.ts';

/** What went wrong of an app: by the hour, and what it was. @param now ms since the epoch. */
export function errorsSection(seen: AppSeen, identities: Identities, now: number): Html {
  const { groups, more } = seen;
  const table = errorTable('Errors', groups, { identities, now, empty: 'None within a week.' });
  return html`${table}
  ${more && html`<p class="hint">There are more: <code>mfe errors ${seen.app}</code></p>`}
  ${groups.length > 0 && hoursFigure(seen, seen.live, now)}`;
}

/** The errors of an app by the hour, those of one release apart. */
export function hoursFigure(
  { app, hours }: Pick<AppSeen, 'app' | 'hours'>,
  release: string,
  now: number,
): Html | false {
  if (hours.length === 0) return false;
  const counts = hours.map((hour) => ({ ...hour, isOwn: hour.release === release }));
  return html`<figure>
    ${hourBars(`Errors of ${app} by the hour`, counts, SEEN_HOURS, now)}
    <figcaption>
      <span>${SEEN_HOURS} h ago</span>
      <span
        >errors of ${app} by the hour: <span class="key own">this release</span>
        <span class="key">others</span></span
      >
      <span>now</span>
    </figcaption>
  </figure>`;
}
