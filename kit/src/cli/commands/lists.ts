import type { HistoryList } from '../../contract/operations/history.ts';
import { type CommandContext, EXIT } from '../command-context.ts';
import { connect } from '../gateway/operations-client.ts';
import { parseCount, parseOptions } from '../parse-options.ts';
import { jsonText } from '../output/print.ts';
import { releaseText, shortDigest, textTable, timeText } from '../output/text-table.ts';
import type { ReleaseList } from '../../contract/operations/site-status.ts';

/** `mfe history`: see help.ts. */
export async function historyCommand(args: string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseOptions(args, {
    command: 'history',
    positionals: ['app?'],
    options: { limit: { type: 'string' } },
  });
  const limit = parseCount('history', 'limit', values.limit);
  const answer = await connect(context).call<HistoryList>('history', {
    query: { app: positionals[0], limit },
  });
  if (values.json) context.print(jsonText(answer));
  else {
    const rows = answer.history.map(({ at, actor, action, app, from, to, identity, note }) => {
      return [timeText(at), actor, action, app, shortDigest(from), releaseText(to, identity), note];
    });
    context.print(textTable(['WHEN', 'WHO', 'WHAT', 'APP', 'FROM', 'TO', 'NOTE'], rows));
  }
  return EXIT.done;
}

/** `mfe releases`: see help.ts. */
export async function releasesCommand(args: string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseOptions(args, {
    command: 'releases',
    positionals: ['app'],
    options: { limit: { type: 'string' } },
  });
  const limit = parseCount('releases', 'limit', values.limit);
  const answer = await connect(context).call<ReleaseList>('releases', {
    parameters: { app: positionals[0]! },
    query: { limit },
  });
  if (values.json) context.print(jsonText(answer));
  else {
    const rows = answer.releases.map((release) => {
      const { digest, state, live, source, receivedAt, rolledBackAt, identity, checks } = release;
      const defects = checks.map(({ code }) => code).join(', ');
      const now = live ? 'live' : rolledBackAt ? 'rolled back' : state;
      return [releaseText(digest, identity), now, timeText(receivedAt), source, defects];
    });
    context.print(textTable(['RELEASE', 'STATE', 'RECEIVED', 'FROM', 'DEFECTS'], rows));
  }
  return EXIT.done;
}
