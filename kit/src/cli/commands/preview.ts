import type { Status } from '../../contract/operations/site-status.ts';
import { type Command } from '../command-context.ts';
import { connect } from '../gateway/operations-client.ts';
import { defineCommand, runAction } from '../parse-options.ts';
import { textTable, timeText } from '../output/text-table.ts';
import { change } from './change.ts';
import { publishCommand } from './publish.ts';

/** `mfe preview [list|end]`: see help.ts. */
export const previewCommand: Command = (args, context) =>
  runAction({ list: listPreviews, end: endPreview }, args, context) ??
  publishCommand(['--preview', ...args], context);

const listPreviews = defineCommand({ command: 'preview', positionals: ['app?'] }, async (parsed, context) => {
  const [app] = parsed.positionals;
  const { previews } = await connect(context).call<Status>('status');
  const answer = { previews: previews.filter(({ apps }) => app === undefined || apps.includes(app)) };
  const rows = answer.previews.map(({ id, name, apps, by, madeAt, until, url }) => {
    const made = madeAt === undefined ? undefined : timeText(madeAt);
    return [name ?? id.slice(0, 12), apps.join(','), by, made, timeText(until), url];
  });
  return { answer, text: () => textTable(['PREVIEW', 'APP', 'WHO', 'MADE', 'UNTIL', 'ADDRESS'], rows) };
});

const endPreview = defineCommand(
  { command: 'preview', positionals: ['app', 'preview'] },
  ({ positionals: [apps = '', preview = ''] }, context) =>
    change('endPreview', { parameters: { apps, preview } }, context),
);
