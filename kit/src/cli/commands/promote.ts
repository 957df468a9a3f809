import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ReleaseList } from '../../contract/operations/site-status.ts';
import type { Verdict } from '../../contract/operations/verdict.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import { type CommandContext } from '../command-context.ts';
import { fetchRelease } from '../gateway/live-releases.ts';
import { connect } from '../gateway/operations-client.ts';
import { jsonText } from '../output/json-text.ts';
import { createProgressOutput } from '../output/progress-output.ts';
import { describeVerdict } from '../output/verdict-text.ts';
import { parseOptions } from '../parse-options.ts';
import { exitOf, openReleases, sendReleases } from './publish.ts';

/** `mfe promote`: see help.ts. */
export async function promoteCommand(args: string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseOptions(args, {
    command: 'promote',
    positionals: ['app', 'release'],
    options: { from: { type: 'string' }, key: { type: 'string' } },
  });
  const [app, start] = positionals as [string, string];
  const verdict =
    values.from === undefined
      ? await connect(context).call<Verdict>('promote', {
          parameters: { app },
          body: { digest: start },
          alsoGood: [409, 422],
        })
      : await carryOver(app, start, values as { from: string; key?: string }, context);
  context.print(values.json ? jsonText(verdict) : describeVerdict(verdict));
  return exitOf(verdict);
}

/** Fetches a release from one gateway and publishes the same bytes on another. */
async function carryOver(
  app: string,
  start: string,
  { from, key }: { from: string; key?: string },
  context: CommandContext,
): Promise<Verdict> {
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
    throw cliErrors.USAGE({ command: 'promote', reason: `${from} has no single release ${start} of ${app}` });
  const { digest, identity } = found[0]!;
  const folder = mkdtempSync(path.join(tmpdir(), 'mfe-promote-'));
  try {
    await fetchRelease(source, { app, digest }, folder, createProgressOutput(context));
    const [release] = await openReleases([folder], key, context);
    return await sendReleases([{ ...release!, identity }], 'publish', context);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
