import type { Alert } from '@voltframe/kit/contract/operations/alert';
import type { AppStatus, Status, UpstreamStatus } from '@voltframe/kit/contract/operations/site-status';
import { megabytes } from '../../../../platform/limits/in-words.ts';
import { FIGURE_WORDS } from '../seen/figure-words.ts';
import type { Concern } from './concern.ts';

/** What the status of the site says that somebody should look at. */
export function statusConcerns(status: Status): Concern[] {
  const { frozen, disk, apps, waiting = [], held = [], upstreams = [] } = status;
  const concerns: Concern[] = [];
  if (disk && disk.freeBytes < disk.reserveBytes)
    concerns.push({
      tone: 'bad',
      text: `The disk is almost full: ${megabytes(disk.freeBytes)} are free, and ${megabytes(disk.reserveBytes)} stay for what visitors send. No release, preview or rendering is written to it until there is room.`,
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

function appConcerns({ app, newest, warnings = [], alerts = [], undelivered = [] }: AppStatus): Concern[] {
  const concerns: Concern[] = [];
  const page = `/-/apps/${encodeURIComponent(app)}`;
  if (newest?.state === 'refused')
    concerns.push({
      tone: 'warn',
      app,
      text: `its newest release was refused${reasonOf(newest.checks[0]?.reason)}`,
      href: `${page}/releases/${newest.digest}`,
    });
  // Of errors, the page says the same by itself.
  for (const { vital } of alerts)
    if (vital) concerns.push({ tone: 'bad', app, text: overBudget(vital), href: `${page}#figures` });
  for (const { channel, waiting, error } of undelivered)
    concerns.push({
      tone: 'warn',
      app,
      text: `its ${channel} has not taken ${waiting === 1 ? 'an alert' : `${waiting} alerts`} for an hour or more: ${error}`,
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

function overBudget({ name, route, p75, limit }: NonNullable<Alert['vital']>): string {
  const { label, inWords } = FIGURE_WORDS[name];
  return `over its budget on ${route}: ${label} ${inWords(p75)}, ${inWords(limit)} at most`;
}

/** Of a finding, as far as it fits a line. */
const MOST_OF_REASON = 160;

function reasonOf(reason: string | undefined): string {
  if (reason === undefined) return '';
  const [line = ''] = reason.split('\n');
  return `: ${line.length > MOST_OF_REASON ? `${line.slice(0, MOST_OF_REASON - 1)}…` : line}`;
}
