import type { AppStatus, Status, UpstreamStatus } from '@voltframe/kit/contract/operations/site-status';
import { DAY_MS } from '@voltframe/kit/contract/units';
import { megabytes } from '../../platform/runtime/in-words.ts';
import type { AppSeen } from './observed.ts';
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
  const concerns: Concern[] = [];
  if (disk && disk.freeBytes < disk.reserveBytes)
    concerns.push({
      tone: 'bad',
      text: `The disk is almost full: ${megabytes(disk.freeBytes)} are free, and ${megabytes(disk.reserveBytes)} are reserved for forms. No release, preview or rendering is written to it until there is room.`,
    });
  if (frozen)
    concerns.push({
      tone: 'warn',
      text: `The site is frozen by ${frozen.by}${frozen.reason && `: ${frozen.reason}`}`,
    });
  return [
    ...concerns,
    ...upstreams.flatMap(upstreamConcerns),
    ...apps.flatMap(appConcerns),
    ...waiting.map(({ app, waitsFor }): Concern => {
      const text = `its newest release waits for ${waitsFor.join(', ') || 'another app'}`;
      return { tone: 'warn', app, text, href: '#what-waits' };
    }),
    ...held.map(({ app, by }): Concern => ({
      tone: 'warn',
      app,
      text: `a release waits for the ${by} to end`,
      href: '#what-waits',
    })),
  ];
}

function upstreamConcerns({ name, apps, circuit, failing, answers, lastError }: UpstreamStatus): Concern[] {
  const about = { href: '#upstreams' };
  if (circuit !== 'closed' || (answers === 0 && lastError))
    return [
      { tone: 'bad', text: `The upstream ${name} fails; pages of ${apps.join(', ')} show it`, ...about },
    ];
  if (failing > 0)
    return [
      { tone: 'warn', text: `${failing} answers of the upstream ${name} cannot be had anew`, ...about },
    ];
  return [];
}

function appConcerns({ app, newest, errors = 0, warnings = [] }: AppStatus): Concern[] {
  const concerns: Concern[] = [];
  const page = `/-/apps/${encodeURIComponent(app)}`;
  if (errors > 0)
    concerns.push({
      tone: 'bad',
      app,
      text: `its listed pages had ${errors === 1 ? 'an error' : `${errors} errors`} within an hour; mfe rollback ${app} goes back`,
      href: `${page}#errors`,
    });
  if (newest?.state === 'refused')
    concerns.push({
      tone: 'warn',
      app,
      text: `its newest release was refused${reasonOf(newest.checks[0]?.reason)}`,
      href: `${page}/releases/${newest.digest.slice(0, 12)}`,
    });
  if (warnings.length > 0)
    concerns.push({
      tone: 'warn',
      app,
      text: `its pages lead nowhere in ${warnings.length === 1 ? 'one place' : `${warnings.length} places`} since another app changed`,
      href: `${page}#to-mend`,
    });
  return concerns;
}

/** The first line of a finding, shortened. */
const MOST_OF_REASON = 160;

function reasonOf(reason: string | undefined): string {
  if (reason === undefined) return '';
  const [line = ''] = reason.split('\n');
  return `: ${line.length > MOST_OF_REASON ? `${line.slice(0, MOST_OF_REASON - 1)}…` : line}`;
}

/** The problems of an app's live release that the release before did not have. @param now ms since the epoch. */
export function seenConcerns(seen: AppSeen, now: number): Concern[] {
  const { app, live, groups } = seen;
  const page = `/-/apps/${encodeURIComponent(app)}`;
  const concerns: Concern[] = [];
  const fresh = groups.filter(
    ({ isNew, source, release, lastSeen }) =>
      isNew && source !== 'unlisted' && release === live && lastSeen > now - DAY_MS,
  );
  const [first] = fresh;
  if (first)
    concerns.push({
      tone: 'bad',
      app,
      text:
        fresh.length === 1
          ? `an error that no earlier release had: ${first.message.slice(0, 100)}`
          : `${fresh.length} errors that no earlier release had`,
      href: fresh.length === 1 ? `${page}/errors/${first.id}` : `${page}#errors`,
    });
  return concerns;
}

/** A list of problems, one line each, with the name of the app. */
export function concernList(concerns: Concern[]): Html | false {
  if (concerns.length === 0) return false;
  return html`<ul class="concerns" role="list">
    ${concerns.map(
      ({ tone, app, text, href }) =>
        html`<li class="${tone}">
          ${app !== undefined && html`${appLink(app)}: `}${text}
          ${href !== undefined && html`<a class="more" href="${href}">Look${app !== undefined && html` <span class="visually-hidden">at ${app}</span>`}</a>`}
        </li>`,
    )}
  </ul>`;
}
