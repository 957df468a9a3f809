import path from 'node:path';
import { identityText } from '../../contract/release/identity.ts';
import type { Ahead } from '../../contract/operations/operations.ts';
import type { Status } from '../../contract/operations/site-status.ts';
import type { Verdict } from '../../contract/operations/verdict.ts';
import { packReleases } from '../../packaging/pack-releases.ts';
import { openRelease, type ReleaseFolder } from '../../packaging/release-folder.ts';
import { signRelease } from '../../packaging/release-signature.ts';
import {
  type Command,
  type CommandContext,
  EXIT,
  untilAborted,
  defineCommand,
  runAction,
  signingKey,
} from '../command.ts';
import { connect, type OperationsClient } from '../gateway/operations-client.ts';
import { findIdentity, IDENTITY_OPTIONS, withFlags } from '../find-identity.ts';
import { PREVIEW_NAME } from '../../contract/names.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import { isPlatformError } from '../../errors/define-errors.ts';
import { checkSources } from '../check-sources.ts';
import { createProgressOutput } from '../output/print.ts';
import { printable, shortDigest, textTable, timeText } from '../output/text-table.ts';
import { describeVerdict } from '../output/verdict-text.ts';
import { change } from './change.ts';

/** `mfe publish`: see help.ts. */
export const publishCommand = defineCommand(
  {
    command: 'publish',
    positionals: ['folder…'],
    options: {
      preview: { type: 'boolean' },
      name: { type: 'string' },
      key: { type: 'string' },
      ...IDENTITY_OPTIONS,
    },
  },
  async ({ values, positionals }, context) => {
    const { preview, name } = values;
    if (name !== undefined && !(preview && PREVIEW_NAME.test(name)))
      throw cliErrors.USAGE({
        command: 'publish',
        reason: '--name is of a preview: letters, digits, dots and hyphens, 63 at most',
      });
    const opened = await openReleases(positionals, values.key, context);
    await checkSources(opened, context);
    const releases = opened.map((one) => {
      // A build without a commit may have a team.
      const found = one.identity?.commit
        ? one.identity
        : { ...findIdentity(one.folder, context.env), ...one.identity };
      return { ...one, identity: withFlags(found, values) };
    });
    return verdictOutput(await sendReleases(releases, preview ? 'preview' : 'publish', context, name));
  },
);

/** @returns a verdict for printing, with its exit code. */
export function verdictOutput(verdict: Verdict): { answer: Verdict; text(): string; exit: number } {
  const { accepted, waiting } = verdict;
  const held = waiting && (waiting.for === 'app' ? EXIT.waits : EXIT.held);
  return {
    answer: verdict,
    text: () => describeVerdict(verdict),
    exit: held ?? (accepted ? EXIT.done : EXIT.failed),
  };
}

/**
 * Opens the releases of the named app folders; without names that of the folder the command runs in.
 * @param keyFile of `--key`: signs them; without a key the signature of the build is sent.
 */
export async function openReleases(
  folders: string[],
  keyFile: string | undefined,
  context: Pick<CommandContext, 'cwd' | 'env'>,
): Promise<ReleaseFolder[]> {
  const key = signingKey(keyFile, context);
  const named = folders.length > 0 ? folders : ['.'];
  const opened = await Promise.all(named.map((folder) => openRelease(path.resolve(context.cwd, folder))));
  return key ? opened.map((one) => ({ ...one, signature: signRelease(one.release, key) })) : opened;
}

/** `check`: admission only; `preview`: an address to look at; `publish`: make it live. */
type Purpose = 'check' | 'preview' | 'publish';

/**
 * Sends releases to the gateway, and waits for its verdict. After an interrupt it withdraws releases that are not yet
 * admitted.
 * @param name of the preview.
 * @throws CLI_INTERRUPTED with the outcome
 */
export async function sendReleases(
  releases: ReleaseFolder[],
  purpose: Purpose,
  context: CommandContext,
  name?: string,
): Promise<Verdict> {
  const sending = new AbortController();
  const client = connect({ ...context, signal: sending.signal });
  const progress = createProgressOutput(context);
  const started = context.now();
  const seconds = (): string => `${((context.now() - started) / 1000).toFixed(0)} s`;
  for (const { release, identity } of releases) {
    const from = identity ? `, ${identityText(identity)}` : '';
    progress.step(`${release.app} ${shortDigest(release.digest)}, ${sizeText(release.files)}${from}`);
  }
  const pack = packReleases(releases, (files, ofFiles) => {
    progress.update(files < ofFiles ? `sending file ${files} of ${ofFiles}` : 'sent; the gateway checks it');
  });
  const tellWaiting = ({ kind, apps: ahead, since }: Ahead): void =>
    progress.step(`waits behind the ${kind} of ${printable(ahead.join(', '))}, since ${timeText(since)}`);
  const ticking = setInterval(() => progress.update(`the gateway checks it (${seconds()})`), 1000);
  try {
    const apps = releases.map(({ release }) => release.app).toSorted();
    const query = purpose === 'publish' ? {} : { [purpose]: '1', name };
    const answer = client.publish(apps, pack, query, tellWaiting);
    const verdict = await Promise.race([answer, untilAborted(context.signal)]);
    if (verdict) return verdict;
    // The gateway ignores an incomplete pack.
    throw await endInterrupted({ apps, purpose, answer, isSent: pack.readableEnded }, client);
  } finally {
    sending.abort();
    clearInterval(ticking);
    progress.end();
  }
}

/** Below the time that a command may take to end (GRACE_MS of mfe.ts). */
const LONGEST_MS = 7_000;
/** Pause between withdrawals: a release that is still being unpacked cannot be withdrawn yet. */
const AGAIN_MS = 500;

/**
 * Ends a push that its user interrupted: releases that are not yet admitted are withdrawn.
 * @returns the outcome, and possible later effects
 */
async function endInterrupted(
  {
    apps,
    purpose,
    answer,
    isSent,
  }: { apps: string[]; purpose: Purpose; answer: Promise<Verdict>; isSent: boolean },
  client: OperationsClient,
): Promise<Error> {
  answer.catch(() => {});
  const names = apps.join(', ');
  if (!isSent)
    return cliErrors.INTERRUPTED({
      outcome: `Interrupted before all of ${names} was sent; nothing has changed`,
      advice: 'Run it again.',
    });
  if (purpose !== 'publish')
    return cliErrors.INTERRUPTED({
      outcome: `Interrupted; the gateway has received ${names} and may still finish the ${purpose}. Nothing goes live`,
      advice: purpose === 'preview' ? 'A preview ends after its lease.' : 'Run it again.',
    });
  const verdict = await withdrawUntilAnswered(apps, answer, client);
  const back = apps.map((app) => `mfe rollback ${app}`).join(', ');
  const withdraw = apps.map((app) => `mfe withdraw ${app}`).join(', ');
  if (verdict === undefined)
    return cliErrors.INTERRUPTED({
      outcome: `Interrupted; the gateway has received ${names}, and it may still go live`,
      advice: `Run ${withdraw}. If mfe status shows that it is live, run ${back}.`,
    });
  if (verdict.activated)
    return cliErrors.INTERRUPTED({
      outcome: `Interrupted too late: ${names} is live`,
      advice: `${back} makes the earlier release live again.`,
    });
  return cliErrors.INTERRUPTED({
    outcome: `Interrupted; ${names} is withdrawn and does not go live`,
    advice: 'To make it live, publish it again.',
  });
}

/** Withdraws until the gateway answers the push. @returns the verdict when nothing waits; undefined after the limit. */
async function withdrawUntilAnswered(
  apps: string[],
  answer: Promise<Verdict>,
  client: OperationsClient,
): Promise<Verdict | undefined> {
  const over = new AbortController();
  const end = wait(LONGEST_MS).then(() => over.abort());
  const answered = answer.catch(() => undefined);
  const withdraw = async (): Promise<boolean> => {
    const calls = apps.map((app) => client.call('withdraw', { parameters: { app } }));
    const settled = await Promise.allSettled(calls);
    return settled.every((one) => one.status === 'fulfilled' || nothingWaits(one.reason));
  };
  const ending = async (): Promise<Verdict | undefined> => {
    while (!over.signal.aborted) {
      const isDone = await withdraw();
      const verdict = await Promise.race([answered, wait(AGAIN_MS)]);
      if (!verdict) continue;
      // A pin or freeze may hold the release after the call, so the command withdraws it again.
      return verdict.activated || (isDone && !verdict.waiting) || (await withdraw()) ? verdict : undefined;
    }
    return undefined;
  };
  return (await Promise.race([ending(), end])) ?? undefined;
}

/** The gateway also answers so for a release under admission, whose withdrawal it has noted. */
function nothingWaits(reason: unknown): boolean {
  return isPlatformError(reason) && reason.code === cliErrors.REFUSED.code;
}

/** Uses the global setTimeout, which tests replace. */
function wait(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms).unref());
}

function sizeText(files: Record<string, { bytes: number }>): string {
  const sizes = Object.values(files).map(({ bytes }) => bytes);
  const kilobytes = Math.ceil(sizes.reduce((sum, bytes) => sum + bytes, 0) / 1000);
  return `${sizes.length} files, ${kilobytes} kB`;
}

/** `mfe check`: see help.ts. */
export const checkCommand = defineCommand(
  {
    command: 'check',
    positionals: ['folder…'],
    options: { browser: { type: 'boolean' }, key: { type: 'string' } },
  },
  async ({ values, positionals }, context) => {
    const releases = await openReleases(positionals, values.key, context);
    await checkSources(releases, context);
    const verdict = await sendReleases(releases, 'check', context);
    if (!verdict.accepted || !values.browser) return verdictOutput(verdict);
    const { checkInBrowser } = await import('../browser-check.ts');
    const pages = await checkInBrowser(releases, context);
    const failed = pages.filter(({ problems }) => problems.length > 0);
    const found = failed.map(
      ({ path: at, problems }) => `\n  ${at}\n${problems.map((text) => `  → ${text}`).join('\n')}`,
    );
    const counted = `${pages.length} pages opened in Chromium, ${failed.length} with problems`;
    return {
      answer: { ...verdict, accepted: failed.length === 0, pages },
      text: () => [describeVerdict(verdict), ...found, counted].join('\n'),
      exit: failed.length === 0 ? EXIT.done : EXIT.failed,
    };
  },
);

/** `mfe preview [list|end]`: see help.ts. */
export const previewCommand: Command = (args, context) =>
  runAction({ list: listPreviews, end: endPreview }, args, context) ??
  publishCommand(['--preview', ...args], context);

const listPreviews = defineCommand({ command: 'preview', positionals: ['app?'] }, async (parsed, context) => {
  const [app] = parsed.positionals;
  const { previews } = await connect(context).call<Status>('status');
  const answer = { previews: previews.filter(({ apps }) => app === undefined || apps.includes(app)) };
  const rows = answer.previews.map(({ id, name, apps, by, madeAt, until, url }) => {
    const made = madeAt === undefined ? undefined : timeText(madeAt);
    return [name ?? id.slice(0, 12), apps.join(','), by, made, timeText(until), url];
  });
  return { answer, text: () => textTable(['PREVIEW', 'APP', 'WHO', 'MADE', 'UNTIL', 'ADDRESS'], rows) };
});

const endPreview = defineCommand(
  { command: 'preview', positionals: ['app', 'preview'] },
  ({ positionals: [apps = '', preview = ''] }, context) =>
    change('endPreview', { parameters: { apps, preview } }, context),
);
