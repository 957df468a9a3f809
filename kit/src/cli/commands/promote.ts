import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { InvalidArgumentError } from 'commander';
import type { ReleaseList } from '../../contract/operations/site-status.ts';
import type { Verdict } from '../../contract/operations/verdict.ts';
import type { ReleaseIdentity } from '../../contract/release/identity.ts';
import { isPlatformError } from '../../errors/define-errors.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import {
  type CommandContext,
  type DeclareCommand,
  createCommand,
  GATEWAY_VARIABLES,
  printed,
} from '../command.ts';
import { fetchRelease } from '../gateway/live-site.ts';
import { connect } from '../gateway/operations-client.ts';
import { createProgressOutput } from '../output/print.ts';
import { openReleases, sendReleases, verdictOutput } from './publish.ts';

/** Declares `mfe promote`. */
export const promoteCommand: DeclareCommand = (run) =>
  createCommand('promote', {
    description: `Makes a stored release live without a new build: the gateway checks and records the same bytes as in a publish. Exit codes
as for mfe publish.`,
    examples: [
      'mfe publish mfe-blog --preview && mfe promote blog 3f2a9c1b',
      'mfe promote blog 3f2a9c1b --from https://ops.staging.example.com',
    ],
    variables: { ...GATEWAY_VARIABLES, MFE_FROM_TOKEN: 'the token for --from; default: MFE_TOKEN' },
  })
    .argument('<app>')
    .argument('<release>', 'its digest, or at least its first 6 digits')
    .option(
      '--from <address>',
      'copies the release from another gateway where it is live or previewed, such as staging; the address of the operations port of that gateway',
    )
    .option('--key <file>', 'signs the release with this private key')
    .action(
      printed(run, async (app: string, start: string, { from, key }: { from?: string; key?: string }) => {
        if (from !== undefined) return verdictOutput(await carryOver(app, start, { from, key }, run));
        const call = { parameters: { app }, body: { digest: start }, alsoGood: [409, 422] };
        return verdictOutput(await connect(run).call<Verdict>('promote', call));
      }),
    );

/** Fetches a release from one gateway and publishes the same bytes on another. */
async function carryOver(
  app: string,
  start: string,
  { from, key }: { from: string; key: string | undefined },
  context: CommandContext,
): Promise<Verdict> {
  const folder = mkdtempSync(path.join(tmpdir(), 'mfe-promote-'));
  try {
    const identity = await fetchFrom(from, { app, start }, folder, context).catch((error: unknown) => {
      throw explained(error, { from, app, release: start });
    });
    const [release] = await openReleases([folder], key, context);
    return await sendReleases([{ ...release!, identity }], 'publish', context);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns the identity of the release from the other gateway. */
async function fetchFrom(
  from: string,
  { app, start }: { app: string; start: string },
  folder: string,
  context: CommandContext,
): Promise<ReleaseIdentity | undefined> {
  const { env } = context;
  const source = connect({
    ...context,
    env: { ...env, MFE_GATEWAY: from, MFE_TOKEN: env['MFE_FROM_TOKEN'] || env['MFE_TOKEN'] },
  });
  const { releases } = await source.call<ReleaseList>('releases', {
    parameters: { app },
    query: { limit: 200 },
  });
  const found = releases.filter(({ digest }) => digest.startsWith(start));
  if (start.length < 6 || found.length !== 1)
    throw new InvalidArgumentError(`${from} has no single release ${start} of ${app}`);
  const { digest, identity, state } = found[0]!;
  if (state === 'refused')
    throw cliErrors.PROMOTE_FROM({
      from,
      app,
      release: digest.slice(0, 12),
      reason: 'it was refused there',
      advice: `mfe releases ${app} lists the defects there; correct them, build and publish again.`,
    });
  await fetchRelease(source, { app, digest }, folder, createProgressOutput(context));
  return identity;
}

/** Adds to an error that it comes from the other gateway, which has its own token. */
function explained(error: unknown, asked: { from: string; app: string; release: string }): unknown {
  if (!isPlatformError(error)) return error;
  if (error.code === cliErrors.TOKEN_REFUSED.code) {
    const advice = 'Set MFE_FROM_TOKEN to a token of that gateway; without it MFE_TOKEN is sent there.';
    return cliErrors.PROMOTE_FROM({ ...asked, reason: 'it refuses this token', advice }, error);
  }
  if (error.code !== cliErrors.REFUSED.code) return error;
  const command = `mfe promote ${asked.app} ${asked.release} --from ${asked.from}`;
  const advice = `Publish it there again with --preview, then run ${command}`;
  return cliErrors.PROMOTE_FROM({ ...asked, reason: error.message, advice }, error);
}
