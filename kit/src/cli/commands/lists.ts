import { InvalidArgumentError } from 'commander';
import type { EntryList, FormEntry } from '../../contract/operations/form-entry.ts';
import type { HistoryList } from '../../contract/operations/history.ts';
import type { ReleaseList } from '../../contract/operations/site-status.ts';
import { connect } from '../gateway/operations-client.ts';
import { printable, releaseText, shortDigest, textTable, timeText } from '../output/text-table.ts';
import { type DeclareCommand, createCommand, parseCount, printed } from '../command.ts';
import { appOfFolder } from './errors.ts';

interface Limit {
  limit?: number;
}

/** Declares `mfe history`. */
export const historyCommand: DeclareCommand = (run) =>
  createCommand('history', {
    description: 'Lists changes of the site, newest first: person, action, time, earlier and new release.',
    examples: ['mfe history', 'mfe history blog --limit 10'],
  })
    .argument('[app]')
    .option('--limit <n>', 'number of changes', parseCount)
    .action(
      printed(run, async (app: string | undefined, { limit }: Limit) => {
        const answer = await connect(run).call<HistoryList>('history', { query: { app, limit } });
        const rows = answer.history.map(({ at, actor, action, app: of, from, to, identity, note }) => {
          return [timeText(at), actor, action, of, shortDigest(from), releaseText(to, identity), note];
        });
        return {
          answer,
          text: () => textTable(['WHEN', 'WHO', 'WHAT', 'APP', 'FROM', 'TO', 'NOTE'], rows),
        };
      }),
    );

/** Declares `mfe releases`. */
export const releasesCommand: DeclareCommand = (run) =>
  createCommand('releases', {
    description: 'Lists the releases of an app on the gateway, newest first, with their verdicts.',
    examples: ['mfe releases blog', 'mfe releases blog --limit 100 --json'],
  })
    .argument('<app>')
    .option('--limit <n>', 'number of releases', parseCount)
    .action(
      printed(run, async (app: string, { limit }: Limit) => {
        const call = { parameters: { app }, query: { limit } };
        const answer = await connect(run).call<ReleaseList>('releases', call);
        const rows = answer.releases.map((release) => {
          const { digest, state, live, source, receivedAt, rolledBackAt, identity, checks } = release;
          const defects = checks.map(({ code }) => code).join(', ');
          const now = live ? 'live' : rolledBackAt ? 'rolled back' : state;
          return [releaseText(digest, identity), now, timeText(receivedAt), source, defects];
        });
        return { answer, text: () => textTable(['RELEASE', 'STATE', 'RECEIVED', 'FROM', 'DEFECTS'], rows) };
      }),
    );

/** Declares `mfe inbox`. */
export const inboxCommand: DeclareCommand = (run) =>
  createCommand('inbox', {
    description: `Lists the entries of the forms of an app, newest first. Default: the app of this folder. Needs the token of its team, or a
token with the role read for that app. Erased entries are not listed.`,
    examples: ['mfe inbox blog', 'mfe inbox blog --limit 100 --json'],
  })
    .argument('[app]')
    .option('--limit <n>', 'number of entries', parseCount)
    .option('--before <place>', 'lists older entries; the last line of the list contains the value')
    .action(
      printed(run, async (named: string | undefined, { limit, before }: Limit & { before?: string }) => {
        const app = named ?? (await appOfFolder(run.cwd));
        if (app === undefined) throw new InvalidArgumentError("missing required argument 'app'");
        const query = { limit, before };
        const list = await connect(run).call<EntryList>('entries', { parameters: { app }, query });
        return { answer: list, text: () => describeEntries(list, app) };
      }),
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
