import type { Change, OperationName } from '../../contract/operations/operations.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import type { Command, CommandContext } from '../command-context.ts';
import { type Call, connect } from '../gateway/operations-client.ts';
import { defineCommand } from '../parse-options.ts';
import { printable, shortDigest } from '../output/text-table.ts';

/** A command that is one call of the same name. */
interface ChangeCommand {
  /** See `parseOptions`. */
  positionals: string[];
  /** @param args the positional arguments */
  call(args: string[]): Call;
}

const ofApp: ChangeCommand = { positionals: ['app'], call: ([app]) => ({ parameters: { app: app! } }) };

/** The changes without options of their own: see help.ts. */
const CHANGES = {
  pin: {
    positionals: ['app', 'release?'],
    call: ([app, digest]) => ({ parameters: { app: app! }, body: { digest } }),
  },
  unpin: ofApp,
  withdraw: ofApp,
  freeze: { positionals: ['reason…'], call: (words) => ({ body: { reason: words.join(' ') || undefined } }) },
  unfreeze: { positionals: [], call: () => ({}) },
  reload: { positionals: [], call: () => ({}) },
  invalidate: {
    positionals: ['app', 'tag', 'tag…'],
    call: ([app, ...tags]) => ({ parameters: { app: app! }, query: { tags: tags.join(',') } }),
  },
} satisfies Partial<Record<OperationName, ChangeCommand>>;

/** @returns `mfe pin`, `mfe freeze` …: see help.ts. */
export function changeCommand(name: keyof typeof CHANGES): Command {
  const { positionals: names, call }: ChangeCommand = CHANGES[name];
  return defineCommand({ command: name, positionals: names }, ({ positionals }, context) =>
    change(name, call(positionals), context),
  );
}

/** `mfe retire`: see help.ts. */
export const retireCommand = defineCommand(
  { command: 'retire', positionals: ['app'], options: { yes: { type: 'boolean' } } },
  ({ values, positionals }, context) => {
    const reason = `this removes every page of ${positionals[0]} from the site; confirm with --yes`;
    if (!values.yes) throw cliErrors.USAGE({ command: 'retire', reason });
    return change('retire', ofApp.call(positionals), context);
  },
);

/** Asks the gateway for one change. @returns its result, for printing */
export async function change(
  name: OperationName,
  call: Call,
  context: CommandContext,
): Promise<{ answer: Change; text(): string }> {
  const answer = await connect(context).call<Change>(name, call);
  const { message, from, to, composition } = answer;
  const moved = from && to && from !== to && `${shortDigest(from)} → ${shortDigest(to)}`;
  const details = [moved, composition && `composition ${shortDigest(composition)}`].filter(Boolean);
  const lines = [printable(message), ...(details.length > 0 ? [`  ${details.join(', ')}`] : [])];
  return { answer, text: () => lines.join('\n') };
}
