import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { closest } from '../contract/closest.ts';
import { cliErrors } from '../errors/cli-errors.ts';

interface Shape<Options extends ParseArgsOptionsConfig> {
  command: string;
  options?: Options;
  /** Names of the positional arguments; `name?` may be left out, `name…` may be given any number of times. */
  positionals?: string[];
}

const JSON_OPTION = { json: { type: 'boolean' } } as const;

/**
 * Reads a command line strictly. `--json` is known to every command.
 * @throws CLI_USAGE
 */
export function parseOptions<const Options extends ParseArgsOptionsConfig = typeof JSON_OPTION>(
  args: string[],
  { command, options, positionals: names = [] }: Shape<Options>,
): ReturnType<typeof parseArgs<{ options: Options & typeof JSON_OPTION; allowPositionals: true }>> {
  try {
    const config = { args, allowPositionals: true, options: { ...JSON_OPTION, ...options } } as const;
    const parsed = parseArgs(config) as ReturnType<typeof parseOptions<Options>>;
    const { positionals } = parsed as { positionals: string[] };
    const needed = names.filter((name) => !/[?…]$/.test(name));
    const missing = needed[positionals.length];
    if (missing !== undefined) throw cliErrors.USAGE({ command, reason: `${missing} is missing` });
    const most = names.some((name) => name.endsWith('…')) ? Infinity : names.length;
    const extra = positionals[most];
    if (extra !== undefined)
      throw cliErrors.USAGE({ command, reason: `'${extra}' is one argument too many` });
    return parsed;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error;
    const [, flag] = /'--([\w-]+)'/.exec(message) ?? [];
    const known = Object.keys({ ...JSON_OPTION, ...options, help: {} });
    const meant = flag !== undefined && closest(flag, known);
    const reason = `${message.split('. ')[0]}${meant ? `. Did you mean --${meant}?` : ''}`;
    throw cliErrors.USAGE({ command, reason }, error);
  }
}

/**
 * @param text value of an option that is a whole number.
 * @throws CLI_USAGE
 */
export function parseCount(command: string, name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw cliErrors.USAGE({ command, reason: `--${name} '${text}' is not a number above 0` });
  return Number(text);
}
