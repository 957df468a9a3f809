import { InvalidArgumentError } from 'commander';
import type { Change, OperationName } from '../../contract/operations/operations.ts';
import { ageText, type RollbackPlan } from '../../contract/operations/site-status.ts';
import { identityText } from '../../contract/release/identity.ts';
import {
  type CommandContext,
  type DeclareCommand,
  createCommand,
  EXIT,
  type JsonOption,
  printed,
} from '../command.ts';
import { type Call, connect } from '../gateway/operations-client.ts';
import { printable, shortDigest, timeText } from '../output/text-table.ts';

const ofApp = (app: string): Call => ({ parameters: { app } });

/** Declares `mfe pin`. */
export const pinCommand: DeclareCommand = (run) =>
  createCommand('pin', {
    description:
      'Keeps an app at a release (default: the live one). New releases are admitted, and wait until mfe unpin.',
    examples: ['mfe pin blog', 'mfe pin blog 3f2a9c1b'],
  })
    .argument('<app>')
    .argument('[release]', 'its digest, or at least its first 6 digits')
    .action(
      printed(run, (app: string, digest: string | undefined) =>
        change('pin', { ...ofApp(app), body: { digest } }, run),
      ),
    );

/** Declares `mfe unpin`. */
export const unpinCommand: DeclareCommand = (run) =>
  createCommand('unpin', {
    description: 'Ends a pin. The newest release admitted during the pin goes live.',
    examples: ['mfe unpin blog'],
  })
    .argument('<app>')
    .action(printed(run, (app: string) => change('unpin', ofApp(app), run)));

/** Declares `mfe withdraw`. */
export const withdrawCommand: DeclareCommand = (run) =>
  createCommand('withdraw', {
    description: `Withdraws the waiting releases of the app: those that wait for the version of another app, or for the end of a pin or
a freeze. They go live only if you publish them again. A newer release, a rollback or a pin of the app also withdraws
them.`,
    examples: ['mfe withdraw blog'],
  })
    .argument('<app>')
    .action(printed(run, (app: string) => change('withdraw', ofApp(app), run)));

/** Declares `mfe invalidate`. */
export const invalidateCommand: DeclareCommand = (run) =>
  createCommand('invalidate', {
    description: `Makes every gateway request the answers of upstreams with any of these tags again. Visitors get the old data until the
new data has arrived. Pages with unchanged data stay as they are.
For the webhook of a CMS: POST /-/upstreams/<app>/invalidate?tags=posts,home with a token of
mfe token create --can invalidate.`,
    examples: ['mfe invalidate blog posts home'],
  })
    .argument('<app>')
    .argument('<tags...>')
    .action(
      printed(run, (app: string, tags: string[]) =>
        change('invalidate', { ...ofApp(app), query: { tags: tags.join(',') } }, run),
      ),
    );

/** Declares `mfe freeze`. */
export const freezeCommand: DeclareCommand = (run) =>
  createCommand('freeze', {
    description: `For operators: no release of any app goes live until mfe unfreeze. Releases are admitted and wait. Rollbacks still
work. Teams with a waiting release see the reason.`,
    examples: ['mfe freeze campaign starts at noon'],
  })
    .argument('[reason...]')
    .action(
      printed(run, (words: string[]) => {
        return change('freeze', { body: { reason: words.join(' ') || undefined } }, run);
      }),
    );

/** Declares `mfe unfreeze`. */
export const unfreezeCommand: DeclareCommand = (run) =>
  createCommand('unfreeze', {
    description: 'For operators: ends a freeze. The waiting releases go live.',
    examples: ['mfe unfreeze'],
  }).action(printed(run, () => change('unfreeze', {}, run)));

/** Declares `mfe reload`. */
export const reloadCommand: DeclareCommand = (run) =>
  createCommand('reload', {
    description: `For operators: makes every gateway read its file of upstreams (UPSTREAMS) again: addresses, secrets, limits. Nothing
restarts. If the file is invalid, the gateway keeps its earlier upstreams.`,
    examples: ['mfe reload'],
  }).action(printed(run, () => change('reload', {}, run)));

/** Declares `mfe retire`. */
export const retireCommand: DeclareCommand = (run) =>
  createCommand('retire', {
    description:
      'For operators: removes an app from the site. Its pages answer 404. To restore the app, publish it again.',
    examples: ['mfe retire labs --yes'],
  })
    .argument('<app>')
    .option('--yes', 'confirms the removal')
    .action(
      printed(run, async (app: string, { yes }: { yes?: boolean }) => {
        if (!yes)
          throw new InvalidArgumentError(
            `this removes every page of ${app} from the site; confirm with --yes`,
          );
        return change('retire', ofApp(app), run);
      }),
    );

/** Asks the gateway for one change. @returns its result, for printing */
export async function change(
  name: OperationName,
  call: Call,
  context: CommandContext,
): Promise<{ answer: unknown; text(): string; exit?: number }> {
  const answer = await connect(context).call<Change>(name, call);
  const { message, from, to, composition } = answer;
  const moved = from && to && from !== to && `${shortDigest(from)} → ${shortDigest(to)}`;
  const details = [moved, composition && `composition ${shortDigest(composition)}`].filter(Boolean);
  const lines = [printable(message), ...(details.length > 0 ? [`  ${details.join(', ')}`] : [])];
  return { answer, text: () => lines.join('\n') };
}

interface RollbackOptions extends JsonOption {
  to?: string;
  with?: string[];
  dryRun?: boolean;
}

/** Declares `mfe rollback`. */
export const rollbackCommand: DeclareCommand = (run) =>
  createCommand('rollback', {
    description: `Makes an earlier release live again. The command first prints the release and the changes. Without a release, it chooses
the last earlier live release that was not itself rolled back, so a second rollback goes further back. It works in a
freeze, and replaces waiting releases of the app. Apps that went live together with the current release go back too
only if the site does not fit together otherwise.`,
    examples: [
      'mfe rollback blog',
      'mfe rollback blog --to 3f2a9c1b --dry-run',
      'mfe rollback blog --with shell',
    ],
  })
    .argument('<app>')
    .argument('[release]', 'any admitted release: its digest, or at least its first 6 digits')
    .option('--to <release>', 'the release, instead of the argument')
    .option(
      '--with <app>',
      'another app that also goes back, to its release of that time; the refusal of a rollback names such an app',
      (app: string, before: string[] | undefined) => [...(before ?? []), app],
    )
    .option('--dry-run', 'only prints the changes')
    .action(
      printed(run, (app: string, release: string | undefined, options: RollbackOptions) =>
        rollBack(app, release, options, run),
      ),
    );

async function rollBack(
  app: string,
  release: string | undefined,
  { to, with: along = [], dryRun, json }: RollbackOptions,
  context: CommandContext,
): ReturnType<typeof change> {
  if (release !== undefined && to !== undefined) throw new InvalidArgumentError('say the release once');
  const plan = await connect(context).call<RollbackPlan>('rollbackPlan', {
    parameters: { app },
    query: { to: release ?? to, with: along.length > 0 ? along.join(',') : undefined },
  });
  const text = (): string => describeRollback(plan, context.now());
  if (dryRun) return { answer: plan, text, exit: plan.checks.length > 0 ? EXIT.failed : EXIT.done };
  if (!json) context.tell(`${text()}\n`);
  // Uses the confirmed target.
  const body = { to: plan.to.digest, ...(along.length > 0 && { with: along }) };
  return change('rollback', { parameters: { app }, body }, context);
}

/** @param now ms since the epoch. @returns the effect of a rollback as text. */
export function describeRollback(plan: RollbackPlan, now: number): string {
  const { app, from, to, liveUntil, also, pages, checks } = plan;
  const was = liveUntil === null ? 'never live: it is checked first' : `live until ${timeText(liveUntil)}`;
  // Empty for an image that was built without SOURCE_COMMIT: only the team is known.
  const identity = to.identity && identityText(to.identity);
  const lines = [
    `${app} ${shortDigest(from.digest)} → ${shortDigest(to.digest)}`,
    ...(identity ? [`  ${printable(identity)}`] : []),
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
