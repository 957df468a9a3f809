import type { SharedChange, Status } from '../../contract/operations/site-status.ts';
import { shortDigest } from './text-table.ts';

/** @returns what waits for which app, what is held of apps that are not on the site (the others' own line says it), and what a shared module's next version still waits for. */
export function waitingText({
  waiting = [],
  held = [],
  sharedChanges = [],
  apps = [],
}: Partial<Pick<Status, 'waiting' | 'held' | 'sharedChanges' | 'apps'>>): string[] {
  const lines = waiting.map(
    ({ app, digest, waitsFor }) =>
      `  ${app} ${shortDigest(digest)} waits for ${waitsFor.join(', ') || 'any app'}`,
  );
  return [
    ...(lines.length > 0 ? ['tried again, together, whenever an app changes:', ...lines] : []),
    ...held
      .filter(({ app }) => !apps.some((entry) => entry.app === app))
      .map(
        ({ app, digest, by }) => `${app} ${shortDigest(digest)}, not on the site, waits for the ${by} to end`,
      ),
    ...sharedChanges.flatMap(changeText),
  ];
}

function changeText({ module, from, to, shell, accepted, ready, missing }: SharedChange): string[] {
  const named = (apps: string[]) => apps.join(', ') || '-';
  return [
    `shell ${shortDigest(shell)} has ${module} ${to ?? 'no more'}, live is ${from}; all go live as one when the last is there`,
    `  live releases that accept it    ${named(accepted)}`,
    `  releases that wait with it      ${named(ready)}`,
    `  still without one for it        ${named(missing)}`,
  ];
}
