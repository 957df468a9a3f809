import type { AppStatus, Status, UpstreamStatus } from '@voltframe/kit/contract/operations/site-status';
import { megabytes } from '../../platform/runtime/in-words.ts';
import { type Html, html } from './html.ts';
import { appLink } from './layout.ts';

/** A problem of the site, in one line. */
export interface Concern {
  /** `bad`: visitors may notice the problem. `warn`: a team has to act. */
  tone: 'bad' | 'warn';
  /** The app whose team has to act; absent for the operators. */
  app?: string;
  text: string;
  /** The address of the details. */
  href?: string;
}

/**
 * Sorts problems: those that visitors may notice first, then those of the app `own`.
 * @param own the app of the reader's team
 */
export function sortConcerns(concerns: Concern[], own: string | null): Concern[] {
  const weight = ({ tone, app }: Concern): number => (tone === 'bad' ? 0 : 2) + (app === own ? 0 : 1);
  return concerns.toSorted((a, b) => weight(a) - weight(b));
}

/** The problems that follow from the status of the site. */
export function statusConcerns(status: Status): Concern[] {
  const { frozen, disk, apps, waiting = [], held = [], upstreams = [] } = status;
  const href = '#what-waits';
  const all: (Concern | false | null | undefined)[] = [
    disk &&
      disk.freeBytes < disk.reserveBytes && {
        tone: 'bad',
        text: `The disk is almost full: ${megabytes(disk.freeBytes)} are free, and ${megabytes(disk.reserveBytes)} are reserved for forms. No release, preview or rendering is written to it until there is room.`,
      },
    frozen && {
      tone: 'warn',
      text: `The site is frozen by ${frozen.by}${frozen.reason && `: ${frozen.reason}`}`,
    },
    ...upstreams.flatMap(upstreamConcerns),
    ...apps.flatMap(appConcerns),
    ...waiting.map(({ app, waitsFor }): Concern => {
      const text = `its newest release waits for ${waitsFor.join(', ') || 'another app'}`;
      return { tone: 'warn', app, text, href };
    }),
    ...held.map(({ app, by }): Concern => {
      return { tone: 'warn', app, text: `a release waits for the ${by} to end`, href };
    }),
  ];
  return all.filter((concern) => !!concern);
}

function upstreamConcerns({ name, apps, circuit, failing, answers, lastError }: UpstreamStatus): Concern[] {
  const href = '#upstreams';
  if (circuit !== 'closed' || (answers === 0 && lastError))
    return [{ tone: 'bad', text: `The upstream ${name} fails; pages of ${apps.join(', ')} show it`, href }];
  if (failing === 0) return [];
  return [{ tone: 'warn', text: `${failing} answers of the upstream ${name} cannot be had anew`, href }];
}

/** Characters of a finding. */
const MOST_OF_REASON = 160;

function appConcerns({ app, newest, errors = 0, warnings = [] }: AppStatus): Concern[] {
  const page = `/-/apps/${encodeURIComponent(app)}`;
  const all: (Omit<Concern, 'app'> | false | undefined)[] = [
    errors > 0 && {
      tone: 'bad',
      text: `its listed pages had ${errors === 1 ? 'an error' : `${errors} errors`} within an hour; mfe rollback ${app} goes back`,
      href: `${page}#errors`,
    },
    newest?.state === 'refused' && {
      tone: 'warn',
      text: `its newest release was refused: ${newest.checks[0]?.reason.split('\n')[0]?.slice(0, MOST_OF_REASON) ?? ''}`,
      href: `${page}/releases/${newest.digest.slice(0, 12)}`,
    },
    warnings.length > 0 && {
      tone: 'warn',
      text: `its pages lead nowhere in ${warnings.length === 1 ? 'one place' : `${warnings.length} places`} since another app changed`,
      href: `${page}#to-mend`,
    },
  ];
  return all.flatMap((concern) => (concern ? [{ app, ...concern }] : []));
}

/** A list of problems, one line each, with the name of the app. */
export function concernList(concerns: Concern[]): Html | false {
  if (concerns.length === 0) return false;
  return html`<ul class="concerns" role="list">
    ${concerns.map(
      ({ tone, app, text, href }) =>
        html`<li class="${tone}">
          ${app !== undefined && html`${appLink(app)}: `}${text}
          ${href !== undefined && html`<a href="${href}">Look${app !== undefined && html` <span class="visually-hidden">at ${app}</span>`}</a>`}
        </li>`,
    )}
  </ul>`;
}
