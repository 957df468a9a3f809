import type { Change, OperationName } from '../../contract/operations/operations.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import { type CommandContext, EXIT } from '../command-context.ts';
import { type Call, connect } from '../gateway/operations-client.ts';
import { parseOptions } from '../parse-options.ts';
import { jsonText } from '../output/print.ts';
import { printable, shortDigest } from '../output/text-table.ts';

/** `mfe pin`: see help.ts. */
export async function pinCommand(args: string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseOptions(args, { command: 'pin', positionals: ['app', 'release?'] });
  const [app, digest] = positionals;
  return change('pin', { parameters: { app: app! }, body: { digest } }, values, context);
}

/** `mfe unpin`: see help.ts. */
export async function unpinCommand(args: string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseOptions(args, { command: 'unpin', positionals: ['app'] });
  return change('unpin', { parameters: { app: positionals[0]! } }, values, context);
}

/** `mfe freeze`: see help.ts. */
export async function freezeCommand(args: string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseOptions(args, { command: 'freeze', positionals: ['reason…'] });
  const reason = positionals.join(' ') || undefined;
  return change('freeze', { body: { reason } }, values, context);
}

/** `mfe unfreeze`: see help.ts. */
export async function unfreezeCommand(args: string[], context: CommandContext): Promise<number> {
  const { values } = parseOptions(args, { command: 'unfreeze' });
  return change('unfreeze', {}, values, context);
}

/** `mfe withdraw`: see help.ts. */
export async function withdrawCommand(args: string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseOptions(args, { command: 'withdraw', positionals: ['app'] });
  return change('withdraw', { parameters: { app: positionals[0]! } }, values, context);
}

/** `mfe invalidate`: see help.ts. */
export async function invalidateCommand(args: string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseOptions(args, {
    command: 'invalidate',
    positionals: ['app', 'tag', 'tag…'],
  });
  const [app, ...tags] = positionals;
  const call = { parameters: { app: app! }, query: { tags: tags.join(',') } };
  return change('invalidate', call, values, context);
}

/** `mfe retire`: see help.ts. */
export async function retireCommand(args: string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseOptions(args, {
    command: 'retire',
    positionals: ['app'],
    options: { yes: { type: 'boolean' } },
  });
  const app = positionals[0]!;
  if (!values.yes) {
    const reason = `this takes every page of ${app} off the site; say --yes if that is meant`;
    throw cliErrors.USAGE({ command: 'retire', reason });
  }
  return change('retire', { parameters: { app } }, values, context);
}

/** Asks the gateway for one change and tells what is so now. @returns the exit code */
export async function change(
  name: OperationName,
  call: Call,
  options: { json?: boolean | undefined },
  context: CommandContext,
): Promise<number> {
  const answer = await connect(context).call<Change>(name, call);
  const { message, from, to, composition } = answer;
  if (options.json) context.print(jsonText(answer));
  else {
    context.print(printable(message));
    const moved = from && to && from !== to ? `${shortDigest(from)} → ${shortDigest(to)}` : undefined;
    const details = [moved, composition && `composition ${shortDigest(composition)}`]
      .filter(Boolean)
      .join(', ');
    if (details) context.print(`  ${details}`);
  }
  return EXIT.done;
}
