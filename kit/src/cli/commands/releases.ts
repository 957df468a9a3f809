import type { ReleaseList } from '../../contract/operations/site-status.ts';
import { type CommandContext, EXIT } from '../command-context.ts';
import { connect } from '../gateway/operations-client.ts';
import { parseCount, parseOptions } from '../parse-options.ts';
import { jsonText } from '../output/json-text.ts';
import { releaseText, textTable, timeText } from '../output/text-table.ts';

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
