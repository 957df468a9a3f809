import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ErrorGroupList } from '../../contract/operations/error-groups.ts';
import type { Replay } from '../../contract/operations/replay.ts';
import type { ReleaseList, ReleaseSummary, Status } from '../../contract/operations/site-status.ts';
import { ERROR_ID } from '../../contract/reports/error-id.ts';
import { APP_NAME } from '../../contract/names.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import { connect, type OperationsClient } from '../gateway/operations-client.ts';
import { describeErrorGroup, describeErrors, describeReplay } from '../output/errors-text.ts';
import { defineCommand, parseCount, sinceTime } from '../parse-options.ts';

/** `mfe errors`: see help.ts. */
export const errorsCommand = defineCommand(
  {
    command: 'errors',
    positionals: ['app or id?'],
    options: { release: { type: 'string' }, since: { type: 'string' }, limit: { type: 'string' } },
  },
  async ({ values, positionals }, context) => {
    const query = {
      release: values.release,
      since: sinceTime('errors', values.since, context.now()),
      limit: parseCount('errors', 'limit', values.limit),
    };
    const client = connect(context);
    const named = positionals[0] ?? (await appOfFolder(context.cwd));
    if (positionals.length > 0 && (await isId(client, named!))) {
      if (Object.values(query).some((value) => value !== undefined))
        throw cliErrors.USAGE({ command: 'errors', reason: 'an id alone says which error' });
      const one = await client.call<ErrorGroupList>('error', { parameters: { id: named! } });
      const known = await releasesOf(client, one, values.json);
      const told = one.groups.map((group) => describeErrorGroup(group, known, context.now()));
      return { answer: one, text: () => told.join('\n\n') };
    }
    const list = await client.call<ErrorGroupList>('errors', { query: { ...query, app: named } });
    const releases = await releasesOf(client, list, values.json);
    const asked = { app: named, asked: query, releases, now: context.now() };
    return { answer: list, text: () => describeErrors(list, asked) };
  },
);

/** `mfe replay`: see help.ts. */
export const replayCommand = defineCommand(
  { command: 'replay', positionals: ['id'] },
  async ({ positionals: [id] }, context) => {
    if (!ERROR_ID.test(id!))
      throw cliErrors.USAGE({
        command: 'replay',
        reason: 'an id is the 8 characters that an error screen shows',
      });
    const replay = await connect(context).call<Replay>('replay', { parameters: { id: id! } });
    return { answer: replay, text: () => describeReplay(replay) };
  },
);

/** An app may have the form of an id: `settings`. The name of a live app takes precedence. */
async function isId(client: OperationsClient, named: string): Promise<boolean> {
  if (!ERROR_ID.test(named)) return false;
  if (!APP_NAME.test(named)) return true;
  const { apps } = await client.call<Status>('status');
  return !apps.some(({ app }) => app === named);
}

/** The app of the folder. The module is imported here only, because it needs the build dependencies. */
export async function appOfFolder(folder: string): Promise<string | undefined> {
  if (!existsSync(path.join(folder, 'mfe.config.ts'))) return undefined;
  const { loadApp } = await import('../../build/load-config.ts');
  return (await loadApp(folder)).config.name;
}

/**
 * The identities of the releases of these groups, for the text output. Releases that are no longer stored are left
 * out.
 */
async function releasesOf(
  client: OperationsClient,
  { groups }: ErrorGroupList,
  json: boolean | undefined,
): Promise<Map<string, ReleaseSummary>> {
  if (json) return new Map();
  const apps = [...new Set(groups.map(({ app }) => app))];
  const lists = await Promise.allSettled(
    apps.map((app) => client.call<ReleaseList>('releases', { parameters: { app }, query: { limit: 200 } })),
  );
  const kept = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value.releases : []));
  return new Map(kept.map((release) => [release.digest, release]));
}
