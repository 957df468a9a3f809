import { type CommandContext, EXIT } from '../command-context.ts';
import { checkSources } from '../check-sources.ts';
import { parseOptions } from '../parse-options.ts';
import { jsonText } from '../output/json-text.ts';
import { openReleases, sendReleases } from './publish.ts';
import { describeVerdict } from '../output/verdict-text.ts';

/** `mfe check`: see help.ts. */
export async function checkCommand(args: string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseOptions(args, {
    command: 'check',
    positionals: ['folder…'],
    options: { browser: { type: 'boolean' }, key: { type: 'string' } },
  });
  const releases = await openReleases(positionals, values.key, context);
  await checkSources(releases, context);
  const verdict = await sendReleases(releases, 'check', context);
  if (!verdict.accepted || !values.browser) {
    context.print(values.json ? jsonText(verdict) : describeVerdict(verdict));
    return verdict.accepted ? EXIT.done : EXIT.failed;
  }
  const { checkInBrowser } = await import('../browser-check.ts');
  const pages = await checkInBrowser(releases, context);
  const failed = pages.filter(({ problems }) => problems.length > 0);
  if (values.json) context.print(jsonText({ ...verdict, accepted: failed.length === 0, pages }));
  else {
    context.print(describeVerdict(verdict));
    for (const { path, problems } of failed)
      context.print(`\n  ${path}\n${problems.map((text) => `  → ${text}`).join('\n')}`);
    context.print(`${pages.length} pages opened in Chromium, ${failed.length} with problems`);
  }
  return failed.length === 0 ? EXIT.done : EXIT.failed;
}
