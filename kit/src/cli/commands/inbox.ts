import type { EntryList, FormEntry } from '../../contract/operations/form-entry.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import { connect } from '../gateway/operations-client.ts';
import { printable } from '../output/text-table.ts';
import { defineCommand, parseCount } from '../parse-options.ts';
import { appOfFolder } from './errors.ts';

/** `mfe inbox`: see help.ts. */
export const inboxCommand = defineCommand(
  {
    command: 'inbox',
    positionals: ['app?'],
    options: { limit: { type: 'string' }, before: { type: 'string' } },
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
