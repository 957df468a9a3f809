import path from 'node:path';
import { Argument, type Command, InvalidArgumentError } from 'commander';
import { identityText } from '../../contract/release/identity.ts';
import type { Ahead } from '../../contract/operations/operations.ts';
import type { Status } from '../../contract/operations/site-status.ts';
import type { Verdict } from '../../contract/operations/verdict.ts';
import { packReleases } from '../../packaging/pack-releases.ts';
import { openRelease, type ReleaseFolder } from '../../packaging/release-folder.ts';
import { signRelease } from '../../packaging/release-signature.ts';
import {
  type CommandContext,
  type DeclareCommand,
  createCommand,
  EXIT,
  GATEWAY_VARIABLES,
  KEY_VARIABLE,
  printed,
  signingKey,
  untilAborted,
} from '../command.ts';
import { connect, type OperationsClient } from '../gateway/operations-client.ts';
import { findIdentity, type IdentityFlags, withFlags, withIdentityOptions } from '../find-identity.ts';
import { PREVIEW_NAME } from '../../contract/names.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import { isPlatformError } from '../../errors/define-errors.ts';
import { checkSources } from '../check-sources.ts';
import { createProgressOutput } from '../output/print.ts';
import { printable, shortDigest, textTable, timeText } from '../output/text-table.ts';
import { describeVerdict } from '../output/verdict-text.ts';
import { change } from './change.ts';

interface PublishOptions extends IdentityFlags {
  name?: string;
  key?: string;
}

/** Declares `mfe publish`. */
export const publishCommand: DeclareCommand = (run) =>
  withPublishOptions(
    createCommand('publish', {
      description: `Sends releases to the gateway. Several releases go live together or not at all. A release that is refused only because
of the version of another app (exit code 4) waits, and is checked again when that app changes. If the app is pinned or
the site frozen (exit code 5), the release goes live when the pin or freeze ends. Ctrl-C withdraws the releases that
are not admitted yet and prints the result (exit code 130).`,
      examples: [
        'mfe build && mfe publish',
        'mfe publish mfe-blog --preview',
        'mfe publish shell mfe-marketing mfe-blog mfe-legal',
      ],
      variables: { ...GATEWAY_VARIABLES, ...KEY_VARIABLE },
    }).option(
      '--preview',
      'nothing goes live: prints an address that shows the release inside the live site (mfe preview)',
    ),
  ).action(
    printed(run, (folders: string[], { preview, ...options }: PublishOptions & { preview?: boolean }) => {
      if (options.name !== undefined && !preview)
        throw new InvalidArgumentError('--name is of a preview: add --preview');
      return publish(folders, preview ? 'preview' : 'publish', options, run);
    }),
  );

/** Declares `mfe preview`, with `list` and `end`. */
export const previewCommand: DeclareCommand = (run) =>
  withPublishOptions(
    createCommand('preview', {
      description: `Nothing goes live: prints an address that shows the releases inside the current live site, to anybody who has the
address, for the time RELEASE_LEASE. When the live site changes, the preview uses the new live site; if the releases
no longer fit, the address shows the reason. PREVIEWS_PER_APP limits the previews of an app: a new one replaces the
oldest one without a name.`,
      examples: ['mfe build && mfe preview --name pr-12', 'mfe preview end blog pr-12'],
      variables: { ...GATEWAY_VARIABLES, ...KEY_VARIABLE },
    }),
  )
    .action(
      printed(run, (folders: string[], options: PublishOptions) => publish(folders, 'preview', options, run)),
    )
    .addCommand(listPreviews(run))
    .addCommand(endPreview(run));

function withPublishOptions(command: Command): Command {
  return withIdentityOptions(
    command
      .addArgument(new Argument('[folder...]', 'of apps').default(['.'], 'this folder'))
      .option(
        '--name <name>',
        'of a preview: replaces the last preview of the app with this name; the address stays the same: pr-12',
        parsePreviewName,
      )
      .option(
        '--key <file>',
        'signs the releases with this private key; default: the signatures of the build',
      ),
  );
}

function parsePreviewName(name: string): string {
  if (!PREVIEW_NAME.test(name))
    throw new InvalidArgumentError('It has letters, digits, dots and hyphens, 63 at most.');
  return name;
}

async function publish(
  folders: string[],
  purpose: 'preview' | 'publish',
  { name, key, ...flags }: PublishOptions,
  context: CommandContext,
) {
  const opened = await openReleases(folders, key, context);
  await checkSources(opened, context);
  const releases = opened.map((one) => {
    // A build without a commit may have a team.
    const found = one.identity?.commit
      ? one.identity
      : { ...findIdentity(one.folder, context.env), ...one.identity };
    return { ...one, identity: withFlags(found, flags) };
  });
  return verdictOutput(await sendReleases(releases, purpose, context, name));
}

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
 * Opens the releases of app folders.
 * @param keyFile of `--key`: signs them; without a key the signature of the build is sent.
 */
export async function openReleases(
  folders: string[],
  keyFile: string | undefined,
  context: Pick<CommandContext, 'cwd' | 'env'>,
): Promise<ReleaseFolder[]> {
  const key = signingKey(keyFile, context);
  const opened = await Promise.all(folders.map((folder) => openRelease(path.resolve(context.cwd, folder))));
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

/** Declares `mfe check`. */
export const checkCommand: DeclareCommand = (run) =>
  createCommand('check', {
    description: `Runs all admission checks of the gateway on releases. The gateway stores nothing, and nothing goes live. Several apps
are checked together, as in a publish. Like publish, the command first refuses type errors of the app (tsc with its
tsconfig.json), a build that is older than its sources, and a development build.`,
    examples: [
      'mfe build && mfe check',
      'mfe check mfe-blog mfe-marketing --browser',
      `mfe check --json | jq '.checks[].fix'`,
    ],
    variables: { ...GATEWAY_VARIABLES, ...KEY_VARIABLE },
  })
    .addArgument(new Argument('[folder...]', 'of apps').default(['.'], 'this folder'))
    .option(
      '--browser',
      'also opens every page of these apps in Chromium, inside the live site, and fails if a page does not hydrate or logs an error. Needs playwright and @voltframe/gateway in the devDependencies of the app, or the checkout of the site',
    )
    .option('--key <file>', 'signs the releases with this private key; default: the signatures of the build')
    .action(
      printed(run, (folders: string[], { browser, key }: { browser?: boolean; key?: string }) =>
        check(folders, browser === true, key, run),
      ),
    );

async function check(
  folders: string[],
  inBrowser: boolean,
  keyFile: string | undefined,
  context: CommandContext,
) {
  const releases = await openReleases(folders, keyFile, context);
  await checkSources(releases, context);
  const verdict = await sendReleases(releases, 'check', context);
  if (!verdict.accepted || !inBrowser) return verdictOutput(verdict);
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
}

const listPreviews: DeclareCommand = (run) =>
  createCommand('list', { description: 'Lists names or ids, apps, times and addresses.' })
    .argument('[app]')
    .action(
      printed(run, async (app: string | undefined) => {
        const { previews } = await connect(run).call<Status>('status');
        const answer = {
          previews: previews.filter(({ apps }) => app === undefined || apps.includes(app)),
        };
        const rows = answer.previews.map(({ id, name, apps, by, madeAt, until, url }) => {
          const made = madeAt === undefined ? undefined : timeText(madeAt);
          return [name ?? id.slice(0, 12), apps.join(','), by, made, timeText(until), url];
        });
        return { answer, text: () => textTable(['PREVIEW', 'APP', 'WHO', 'MADE', 'UNTIL', 'ADDRESS'], rows) };
      }),
    );

const endPreview: DeclareCommand = (run) =>
  createCommand('end', { description: 'Ends a preview; its address then shows that it has ended.' })
    .argument('<apps>', 'of a preview of several apps: blog,shell')
    .argument('<preview>', 'name or id')
    .action(
      printed(run, (apps: string, preview: string) =>
        change('endPreview', { parameters: { apps, preview } }, run),
      ),
    );
