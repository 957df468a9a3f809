import { type RollbackPlan, ageText } from '../../contract/operations/site-status.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import { EXIT } from '../command-context.ts';
import { connect } from '../gateway/operations-client.ts';
import { defineCommand } from '../parse-options.ts';
import { change } from './change.ts';
import { identityText } from '../../contract/release/identity.ts';
import { printable, shortDigest, timeText } from '../output/text-table.ts';

/** `mfe rollback`: see help.ts. */
export const rollbackCommand = defineCommand(
  {
    command: 'rollback',
    positionals: ['app', 'release?'],
    options: {
      to: { type: 'string' },
      with: { type: 'string', multiple: true },
      'dry-run': { type: 'boolean' },
    },
  },
  async ({ values, positionals }, context) => {
    const [app, named] = positionals as [string, string | undefined];
    if (named !== undefined && values.to !== undefined)
      throw cliErrors.USAGE({ command: 'rollback', reason: 'say the release once' });
    const along = values.with ?? [];
    const plan = await connect(context).call<RollbackPlan>('rollbackPlan', {
      parameters: { app },
      query: { to: named ?? values.to, with: along.length > 0 ? along.join(',') : undefined },
    });
    const text = (): string => describeRollback(plan, context.now());
    if (values['dry-run'])
      return { answer: plan, text, exit: plan.checks.length > 0 ? EXIT.failed : EXIT.done };
    if (!values.json) context.tell(`${text()}\n`);
    // Uses the confirmed target.
    const body = { to: plan.to.digest, ...(along.length > 0 && { with: along }) };
    return change('rollback', { parameters: { app }, body }, context);
  },
);

/** @param now ms since the epoch. @returns the effect of a rollback as text. */
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
