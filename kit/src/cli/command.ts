import { once } from 'node:events';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { closest } from '../contract/closest.ts';
import { cliErrors } from '../errors/cli-errors.ts';
import { readFileSync } from 'node:fs';
import type { KeyObject } from 'node:crypto';
import path from 'node:path';
import { readPrivateKey } from '../packaging/release-signature.ts';
import { jsonText } from './output/print.ts';

/** The environment of a command: all its inputs and outputs besides files. */
export interface CommandContext {
  env: Record<string, string | undefined>;
  /** Base folder of relative paths. */
  cwd: string;
  /** One line (or several) of the result, to standard output. */
  print(text: string): void;
  /** Progress messages, to standard error. */
  tell(text: string): void;
  /** Replaces the last line of standard error; undefined without a terminal. */
  overwrite: ((text: string) => void) | undefined;
  fetch: typeof fetch;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Aborted when the user or the system asks the command to end. */
  signal: AbortSignal;
}

/** @returns the exit code. */
export type Command = (args: string[], context: CommandContext) => Promise<number>;

export const EXIT = {
  done: 0,
  /** Refused by the gateway, or failed. */
  failed: 1,
  /** The command line or a setting is wrong. */
  usage: 2,
  /** The gateway, or its database, cannot be reached. */
  unreachable: 3,
  /** Refused only because of another app's version: stored, and retried when that app changes. */
  waits: 4,
  /** Admitted, and held by a pin or a freeze: it goes live when that ends. */
  held: 5,
  /** Ended by a signal (Ctrl-C, SIGTERM) before it was done. */
  interrupted: 130,
} as const;

/** @returns resolves when the signal is aborted. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

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

/** The output of a command. */
interface Output {
  /** Printed with `--json`. */
  answer: unknown;
  /** Printed without it. */
  text(): string;
  /** Exit code; default: done. */
  exit?: number;
}

/**
 * Creates a command from the description of its command line and its function.
 * @param execute returns the output, or the exit code when everything is already printed
 */
export function defineCommand<const Options extends ParseArgsOptionsConfig = typeof JSON_OPTION>(
  shape: Shape<Options>,
  execute: (
    parsed: ReturnType<typeof parseOptions<Options>>,
    context: CommandContext,
  ) => Promise<Output | number>,
): Command {
  return async (args, context) => {
    const parsed = parseOptions(args, shape);
    const output = await execute(parsed, context);
    if (typeof output === 'number') return output;
    const { json } = parsed.values as { json?: boolean };
    context.print(json ? jsonText(output.answer) : output.text());
    return output.exit ?? EXIT.done;
  };
}

/** Runs the action that the first argument names: `list` of `mfe token list`. @returns undefined when it names none */
export function runAction(
  actions: Record<string, Command>,
  [action = '', ...args]: string[],
  context: CommandContext,
): Promise<number> | undefined {
  return Object.hasOwn(actions, action) ? actions[action]!(args, context) : undefined;
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

/**
 * @param days value of `--days`. @param now milliseconds since the epoch
 * @returns the end of that time, milliseconds since the epoch. @throws CLI_USAGE
 */
export function endOf(command: string, days: string | undefined, now: number): number | undefined {
  const count = parseCount(command, 'days', days);
  return count && now + count * UNIT_MS.d;
}

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const AGE = /^(\d{1,5})([mhd])$/;
const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/;

/**
 * @param text `30m`, `2h`, `7d`: so long ago; or a date in UTC, `2026-11-01`, `2026-11-01T10:30Z`.
 * @param now milliseconds since the epoch.
 * @returns milliseconds since the epoch; undefined without the option.
 * @throws CLI_USAGE
 */
export function sinceTime(command: string, text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const [, count, unit] = AGE.exec(text) ?? [];
  if (count !== undefined) return Math.max(0, now - Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS]);
  const at = DATE.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw cliErrors.USAGE({
      command,
      reason: `--since '${text}' is neither a time ago (30m, 2h, 7d) nor a date (2026-11-01)`,
    });
  return at;
}

/**
 * @param file of `--key`; without it MFE_SIGNING_KEY contains the key, for CI.
 * @returns undefined without a key. @throws CLI_USAGE, PACK_KEY_INVALID
 */
export function signingKey(
  file: string | undefined,
  { cwd, env }: Pick<CommandContext, 'cwd' | 'env'>,
): KeyObject | undefined {
  const pem = file === undefined ? env['MFE_SIGNING_KEY'] : readKeyFile(path.resolve(cwd, file));
  return pem ? readPrivateKey(pem) : undefined;
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw cliErrors.USAGE({ command: 'key', reason: `the key ${file} cannot be read` }, error);
  }
}
