import type { KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
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

/** A command while it runs. */
export interface CommandRun extends CommandContext {
  /** Sets the exit code. Default: {@link EXIT}.done */
  exitWith(code: number): void;
}

/** Declares a command: its arguments, options, help and action. */
export type DeclareCommand = (run: CommandRun) => Command;

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

/** Variables of every command that calls a gateway. */
export const GATEWAY_VARIABLES = {
  MFE_GATEWAY: "address of the gateway's operations port; default http://127.0.0.1:3001",
  MFE_TOKEN: 'the token of your team or of an operator',
};
/** Variables of commands that sign a release. */
export const KEY_VARIABLE = { MFE_SIGNING_KEY: 'the private key itself; --key overrides it' };

/** Within a paragraph: commander breaks lines at the width of the terminal. */
const LINE_BREAK = /(?<!\n)\n(?!\n)/g;

/** The help of a command, besides its arguments and options. */
interface CommandHelp {
  /** Paragraphs, separated by empty lines. */
  description: string;
  /** Command lines to copy. */
  examples?: string[];
  /** Variables of the environment → meaning. Default: {@link GATEWAY_VARIABLES}. */
  variables?: Record<string, string>;
}

/** @returns a command with the option `--json`, to which its file adds arguments, options and the action. */
export function createCommand(
  name: string,
  { description, examples = [], variables = GATEWAY_VARIABLES }: CommandHelp,
): Command {
  const command = new Command(name)
    .description(description.replace(LINE_BREAK, ' '))
    .option('--json', 'print the result as JSON')
    // Options after the name of a subcommand belong to the subcommand.
    .enablePositionalOptions();
  command.addHelpText('after', () => helpPart('Environment', variableLines(variables)));
  return command.addHelpText('after', () => helpPart('Examples', examples));
}

/** @returns a titled part of a help text; empty without lines. */
function helpPart(title: string, lines: string[]): string {
  return lines.length === 0 ? '' : `\n${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

/** @param variables name → meaning. @returns a line of help for each. */
export function variableLines(variables: Record<string, string>): string[] {
  const width = Math.max(...Object.keys(variables).map((name) => name.length));
  return Object.entries(variables).map(([name, meaning]) => `${name.padEnd(width)}  ${meaning}`);
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
 * @param act gets the arguments and the options of the command, in the order of commander
 * @returns an action that prints the output of `act` and sets the exit code
 */
export function printed<Given extends unknown[]>(
  run: CommandRun,
  act: (...given: Given) => Promise<Output>,
): (...given: Given) => Promise<void> {
  return async (...given) => {
    const { answer, text, exit = EXIT.done } = await act(...given);
    const command = given.at(-1) as Command;
    run.print(command.opts<JsonOption>().json ? jsonText(answer) : text());
    run.exitWith(exit);
  };
}

/** The option of every command. */
export interface JsonOption {
  json?: boolean;
}

/** @returns resolves when the signal is aborted. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/**
 * @param text value of an option that is a whole number.
 * @throws InvalidArgumentError
 */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It is not a number above 0.');
  return Number(text);
}

/** @param days value of `--days`. @param now milliseconds since the epoch. @returns the end of that time, as `now` */
export function endOf(days: number | undefined, now: number): number | undefined {
  return days === undefined ? undefined : now + days * UNIT_MS.d;
}

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const AGE = /^(\d{1,5})([mhd])$/;
const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/;

/**
 * @param text `30m`, `2h`, `7d`: so long ago; or a date in UTC, `2026-11-01`, `2026-11-01T10:30Z`.
 * @param now milliseconds since the epoch.
 * @returns milliseconds since the epoch.
 * @throws InvalidArgumentError
 */
export function parseSince(text: string, now: number): number {
  const [, count, unit] = AGE.exec(text) ?? [];
  if (count !== undefined) return Math.max(0, now - Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS]);
  const at = DATE.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw new InvalidArgumentError('It is neither a time ago (30m, 2h, 7d) nor a date (2026-11-01).');
  return at;
}

/**
 * @param file of `--key`; without it MFE_SIGNING_KEY contains the key, for CI.
 * @returns undefined without a key. @throws InvalidArgumentError, PACK_KEY_INVALID
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
  } catch {
    throw new InvalidArgumentError(`the key ${file} cannot be read`);
  }
}
