import type { SharedChange, Status } from '../../contract/operations/site-status.ts';
import { shortDigest } from './text-table.ts';

/** @returns what waits for which app, and what a shared module's next version still waits for. */
export function waitingText({
  waiting = [],
  sharedChanges = [],
}: Pick<Status, 'waiting' | 'sharedChanges'>): string[] {
  const lines = waiting.map(
    ({ app, digest, waitsFor }) =>
      `  ${app} ${shortDigest(digest)} waits for ${waitsFor.join(', ') || 'any app'}`,
  );
  return [
    ...(lines.length > 0 ? ['tried again, together, whenever an app changes:', ...lines] : []),
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
