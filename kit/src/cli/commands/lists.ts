import type { EntryList, FormEntry } from '../../contract/operations/form-entry.ts';
import type { HistoryList } from '../../contract/operations/history.ts';
import type { ReleaseList } from '../../contract/operations/site-status.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import { connect } from '../gateway/operations-client.ts';
import { printable, releaseText, shortDigest, textTable, timeText } from '../output/text-table.ts';
import { defineCommand, parseCount } from '../command.ts';
import { appOfFolder } from './errors.ts';

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

/** `mfe inbox`: see help.ts. */
export const inboxCommand = defineCommand(
  {
    command: 'inbox',
    positionals: ['app?'],
    options: { ...options, before: { type: 'string' } },
  },
  async ({ values: { limit, before }, positionals }, context) => {
    const app = positionals[0] ?? (await appOfFolder(context.cwd));
    if (app === undefined) throw cliErrors.USAGE({ command: 'inbox', reason: 'app is missing' });
    const query = { limit: parseCount('inbox', 'limit', limit), before };
    const list = await connect(context).call<EntryList>('entries', { parameters: { app }, query });
    return { answer: list, text: () => describeEntries(list, app) };
  },
);

function describeEntries({ entries, next }: EntryList, app: string): string {
  if (entries.length === 0) return `no entries of forms of ${printable(app)}`;
  const more =
    next === undefined ? [] : [`older ones: mfe inbox ${printable(app)} --before ${printable(next)}`];
  return [...entries.map(describeEntry), ...more].join('\n\n');
}

/** Visitors typed the values, so their lines are indented to differ from those of the command. */
function describeEntry({ contract, receivedAt, values, file }: FormEntry): string {
  const lines = Object.entries(values).flatMap(([name, value]) => {
    const [first = '', ...rest] = value.split('\n').map(printable);
    return value === '' ? [] : [`  ${printable(name)}: ${first}`, ...rest.map((line) => `    ${line}`)];
  });
  const attached = file ? [`  (a file of ${file.bytes} bytes)`] : [];
  return [`${receivedAt}  ${printable(contract)}`, ...lines, ...attached].join('\n');
}
