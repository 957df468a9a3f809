import { type RollbackPlan, ageText } from '../../contract/operations/site-status.ts';
import { identityText } from '../../contract/release/identity.ts';
import { printable, shortDigest, timeText } from './text-table.ts';

/** @param now ms since the epoch. @returns what a rollback would do, for people. */
export function describeRollback(plan: RollbackPlan, now: number): string {
  const { app, from, to, liveUntil, also, pages, checks } = plan;
  const was = liveUntil === null ? 'never live: it is checked first' : `live until ${timeText(liveUntil)}`;
  const lines = [
    `${app} ${shortDigest(from.digest)} → ${shortDigest(to.digest)}`,
    ...(to.identity ? [`  ${printable(identityText(to.identity))}`] : []),
    `  received ${timeText(to.receivedAt)} (${ageText(now - to.receivedAt)}), ${was}`,
  ];
  for (const { app: other, from: left, to: then } of also) {
    const move =
      then === null ? `${shortDigest(left)} off the site` : `${shortDigest(left)} → ${shortDigest(then)}`;
    lines.push(`  with it ${other} ${move}: they went live together`);
  }
  if (pages.back.length > 0) lines.push(`  pages that come back: ${pages.back.map(printable).join(', ')}`);
  if (pages.gone.length > 0) lines.push(`  pages that go: ${pages.gone.map(printable).join(', ')}`);
  for (const { code, reason, fix } of checks)
    lines.push(`  ${code}: ${printable(reason)}`, `  → ${printable(fix)}`);
  return lines.join('\n');
}
