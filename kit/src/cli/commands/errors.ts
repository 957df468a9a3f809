import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ErrorGroupList } from '../../contract/operations/error-groups.ts';
import type { ReleaseList, ReleaseSummary, Status } from '../../contract/operations/site-status.ts';
import { ERROR_ID } from '../../contract/reports/error-id.ts';
import { APP_NAME } from '../../contract/release/release.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import { type CommandContext, EXIT } from '../command-context.ts';
import { connect, type OperationsClient } from '../gateway/operations-client.ts';
import { describeErrorGroup, describeErrors } from '../output/errors-text.ts';
import { jsonText } from '../output/print.ts';
import { parseCount, parseOptions, sinceTime } from '../parse-options.ts';

/** `mfe errors`: see help.ts. */
export async function errorsCommand(args: string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseOptions(args, {
    command: 'errors',
    positionals: ['app or id?'],
    options: { release: { type: 'string' }, since: { type: 'string' }, limit: { type: 'string' } },
  });
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
    return showOne(client, named!, Boolean(values.json), context);
  }
  const list = await client.call<ErrorGroupList>('errors', { query: { ...query, app: named } });
  if (values.json) context.print(jsonText(list));
  else
    context.print(
      describeErrors(list, {
        app: named,
        asked: query,
        releases: await releasesOf(client, list),
        now: context.now(),
      }),
    );
  return EXIT.done;
}

async function showOne(
  client: OperationsClient,
  id: string,
  json: boolean,
  context: CommandContext,
): Promise<number> {
  const list = await client.call<ErrorGroupList>('error', { parameters: { id } });
  if (json) context.print(jsonText(list));
  else {
    const releases = await releasesOf(client, list);
    const told = list.groups.map((group) => describeErrorGroup(group, releases, context.now()));
    context.print(told.join('\n\n'));
  }
  return EXIT.done;
}

/** An app may have the name of an id: `settings`. One that is live is meant. */
async function isId(client: OperationsClient, named: string): Promise<boolean> {
  if (!ERROR_ID.test(named)) return false;
  if (!APP_NAME.test(named)) return true;
  const { apps } = await client.call<Status>('status');
  return !apps.some(({ app }) => app === named);
}

/** What the folder is of; it is loaded only there, for it needs what the app is built with. */
async function appOfFolder(folder: string): Promise<string | undefined> {
  if (!existsSync(path.join(folder, 'mfe.config.ts'))) return undefined;
  const { loadApp } = await import('../../build/load-config.ts');
  return (await loadApp(folder)).config.name;
}

/** Where the releases of these groups came from. What is not kept any more is left out. */
async function releasesOf(
  client: OperationsClient,
  { groups }: ErrorGroupList,
): Promise<Map<string, ReleaseSummary>> {
  const apps = [...new Set(groups.map(({ app }) => app))];
  const lists = await Promise.allSettled(
    apps.map((app) => client.call<ReleaseList>('releases', { parameters: { app }, query: { limit: 200 } })),
  );
  const kept = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value.releases : []));
  return new Map(kept.map((release) => [release.digest, release]));
}
