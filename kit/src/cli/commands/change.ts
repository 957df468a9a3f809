import type { Change, OperationName } from '../../contract/operations/operations.ts';
import { ageText, type RollbackPlan } from '../../contract/operations/site-status.ts';
import { identityText } from '../../contract/release/identity.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import { type Command, type CommandContext, defineCommand, EXIT } from '../command.ts';
import { type Call, connect } from '../gateway/operations-client.ts';
import { printable, shortDigest, timeText } from '../output/text-table.ts';

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
