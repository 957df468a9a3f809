import type { HistoryList } from '../../contract/operations/history.ts';
import type { ReleaseList } from '../../contract/operations/site-status.ts';
import { connect } from '../gateway/operations-client.ts';
import { defineCommand, parseCount } from '../parse-options.ts';
import { releaseText, shortDigest, textTable, timeText } from '../output/text-table.ts';

const options = { limit: { type: 'string' } } as const;

/** `mfe history`: see help.ts. */
export const historyCommand = defineCommand(
  { command: 'history', positionals: ['app?'], options },
  async ({ values, positionals }, context) => {
    const query = { app: positionals[0], limit: parseCount('history', 'limit', values.limit) };
    const answer = await connect(context).call<HistoryList>('history', { query });
    const rows = answer.history.map(({ at, actor, action, app, from, to, identity, note }) => {
      return [timeText(at), actor, action, app, shortDigest(from), releaseText(to, identity), note];
    });
    return {
      answer,
      text: () => textTable(['WHEN', 'WHO', 'WHAT', 'APP', 'FROM', 'TO', 'NOTE'], rows),
    };
  },
);

/** `mfe releases`: see help.ts. */
export const releasesCommand = defineCommand(
  { command: 'releases', positionals: ['app'], options },
  async ({ values, positionals }, context) => {
    const query = { limit: parseCount('releases', 'limit', values.limit) };
    const call = { parameters: { app: positionals[0]! }, query };
    const answer = await connect(context).call<ReleaseList>('releases', call);
    const rows = answer.releases.map((release) => {
      const { digest, state, live, source, receivedAt, rolledBackAt, identity, checks } = release;
      const defects = checks.map(({ code }) => code).join(', ');
      const now = live ? 'live' : rolledBackAt ? 'rolled back' : state;
      return [releaseText(digest, identity), now, timeText(receivedAt), source, defects];
    });
    return { answer, text: () => textTable(['RELEASE', 'STATE', 'RECEIVED', 'FROM', 'DEFECTS'], rows) };
  },
);
