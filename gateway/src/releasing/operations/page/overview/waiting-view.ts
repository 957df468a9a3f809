import type { ReleaseSummary, SharedChange, Status } from '@voltframe/kit/contract/operations/site-status';
import type { Token } from '@voltframe/kit/contract/operations/token';
import { type Html, html } from '../html.ts';
import { digestOf, sinceOf } from '../layout.ts';
import { actionLink, appLink, appLinks, badge, findings, holdText, releaseLink } from '../pieces.ts';
import { type Cell, tableOf } from '../table.ts';

export interface Waiting {
  /** Releases that wait for another app. */
  waiting: ReleaseSummary[];
  /** Admitted ones that a pin or a freeze holds. */
  held: ReleaseSummary[];
}

/** What is not live yet, with what it waits for; nothing where nothing waits. @param now ms since the epoch. */
export function waitingTable(
  { waiting, held }: Waiting,
  status: Status,
  you: Token,
  now: number,
): Html | false {
  const row = ({ app, digest, identity, receivedAt }: ReleaseSummary, why: Cell): Cell[] => [
    appLink(app),
    releaseLink(app, digest, identity),
    sinceOf(receivedAt, now),
    why,
    actionLink(you, 'withdraw', { app }),
  ];
  const isPinned = (app: string) =>
    status.held?.some((entry) => entry.app === app && entry.by === 'pin') ?? false;
  const rows = [
    ...waiting.map((release) =>
      row(release, html`${badge(waitText(release, status), 'warn')} ${findings(release.checks)}`),
    ),
    ...held.map((release) => row(release, badge(holdText(isPinned(release.app)), 'warn'))),
  ];
  return tableOf('What waits', ['App', 'Release', 'Received', 'Why', 'Actions'], rows);
}

function waitText({ app, digest }: ReleaseSummary, { waiting = [] }: Status): string {
  const known = waiting.find((entry) => entry.app === app && entry.digest === digest);
  return `for ${known?.waitsFor.join(', ') || 'another app'}`;
}

/** What keeps the shell's next version of a shared module; nothing where none does. */
export function sharedTable({ sharedChanges = [] }: Status): Html | false {
  if (sharedChanges.length === 0) return false;
  const named = (apps: string[]): Cell => (apps.length > 0 ? appLinks(apps) : '–');
  const row = ({ module, from, to, shell, accepted, ready, missing }: SharedChange): Cell[] => [
    html`<span>${module} ${badge(`${from} → ${to ?? 'none'}`, 'plain')}</span>`,
    digestOf(shell),
    named(accepted),
    named(ready),
    named(missing),
  ];
  return tableOf(
    'Shared modules that change',
    ['Module', 'Shell', 'Accept it', 'Wait with it', 'Missing'],
    sharedChanges.map(row),
  );
}
