import type { RollbackPlan } from '../../contract/operations/site-status.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import { type CommandContext, EXIT } from '../command-context.ts';
import { connect } from '../gateway/operations-client.ts';
import { describeRollback } from '../output/rollback-text.ts';
import { parseOptions } from '../parse-options.ts';
import { jsonText } from '../output/json-text.ts';
import { change } from './change.ts';

/** `mfe rollback`: see help.ts. */
export async function rollbackCommand(args: string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseOptions(args, {
    command: 'rollback',
    positionals: ['app', 'release?'],
    options: {
      to: { type: 'string' },
      with: { type: 'string', multiple: true },
      'dry-run': { type: 'boolean' },
    },
  });
  const [app, named] = positionals as [string, string | undefined];
  if (named !== undefined && values.to !== undefined)
    throw cliErrors.USAGE({ command: 'rollback', reason: 'say the release once' });
  const along = values.with ?? [];
  const plan = await connect(context).call<RollbackPlan>('rollbackPlan', {
    parameters: { app },
    query: { to: named ?? values.to, with: along.length > 0 ? along.join(',') : undefined },
  });
  if (values['dry-run']) {
    context.print(values.json ? jsonText(plan) : describeRollback(plan, context.now()));
    return plan.checks.length > 0 ? EXIT.failed : EXIT.done;
  }
  if (!values.json) context.tell(`${describeRollback(plan, context.now())}\n`);
  // What was shown is what is done.
  const body = { to: plan.to.digest, ...(along.length > 0 && { with: along }) };
  return change('rollback', { parameters: { app }, body }, values, context);
}
