import { isPlatformError } from '../errors/define-errors.ts';
import { cliErrors } from '../errors/cli-errors.ts';
import { didYouMean } from '../contract/closest.ts';
import type { changeCommand } from './commands/change.ts';
import { type Command, type CommandContext, EXIT } from './command.ts';
import { HELP } from './output/help.ts';
import { kitVersion } from './workspace/kit-version.ts';
import { jsonText } from './output/print.ts';
import { terminalText } from '../contract/operations/terminal-text.ts';

const change =
  (name: Parameters<typeof changeCommand>[0]): (() => Promise<Command>) =>
  async () =>
    (await import('./commands/change.ts')).changeCommand(name);

/** Each command is a file of this folder, loaded when it is called: serving an origin needs no webpack. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  build: async () => (await import('./commands/build.ts')).buildCommand,
  check: async () => (await import('./commands/publish.ts')).checkCommand,
  publish: async () => (await import('./commands/publish.ts')).publishCommand,
  preview: async () => (await import('./commands/publish.ts')).previewCommand,
  status: async () => (await import('./commands/status.ts')).statusCommand,
  errors: async () => (await import('./commands/errors.ts')).errorsCommand,
  inbox: async () => (await import('./commands/lists.ts')).inboxCommand,
  releases: async () => (await import('./commands/lists.ts')).releasesCommand,
  history: async () => (await import('./commands/lists.ts')).historyCommand,
  promote: async () => (await import('./commands/promote.ts')).promoteCommand,
  rollback: async () => (await import('./commands/change.ts')).rollbackCommand,
  pin: change('pin'),
  unpin: change('unpin'),
  freeze: change('freeze'),
  unfreeze: change('unfreeze'),
  withdraw: change('withdraw'),
  invalidate: change('invalidate'),
  reload: change('reload'),
  record: async () => (await import('./commands/record.ts')).recordCommand,
  retire: async () => (await import('./commands/change.ts')).retireCommand,
  token: async () => (await import('./commands/credentials.ts')).tokenCommand,
  key: async () => (await import('./commands/credentials.ts')).keyCommand,
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  sync: async () => (await import('./commands/sync.ts')).syncCommand,
  new: async () => (await import('./commands/new.ts')).newCommand,
  dev: async () => (await import('./commands/dev.ts')).devCommand,
  docs: async () => (await import('./commands/docs.ts')).docsCommand,
  upgrade: async () => (await import('./commands/upgrade.ts')).upgradeCommand,
};

const EXIT_BY_CODE: Record<string, number> = {
  [cliErrors.USAGE.code]: EXIT.usage,
  [cliErrors.TOKEN_MISSING.code]: EXIT.usage,
  [cliErrors.GATEWAY_INVALID.code]: EXIT.usage,
  [cliErrors.SETTING_INVALID.code]: EXIT.usage,
  [cliErrors.NAME_INVALID.code]: EXIT.usage,
  [cliErrors.UNREACHABLE.code]: EXIT.unreachable,
  [cliErrors.DATABASE_AWAY.code]: EXIT.unreachable,
  [cliErrors.INTERRUPTED.code]: EXIT.interrupted,
};

/**
 * Runs one `mfe` command. Never throws: errors are printed and determine the exit code.
 * @param argv the command line after `mfe`.
 * @returns the exit code ({@link EXIT})
 */
export async function run(argv: string[], caller: CommandContext): Promise<number> {
  const context = safeOutput(caller);
  const [name = 'help', ...args] = argv;
  const general = name === 'help' || name === '--help' || name === '-h';
  if (general) return help(args[0] ?? 'help', context);
  if (name === '--version' || name === 'version') return version(context);
  if (args.includes('--help') || args.includes('-h')) return help(name, context);
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) {
    const names = Object.keys(COMMANDS);
    context.tell(`mfe: unknown command '${name}'.${didYouMean(name, names)} There are ${names.join(', ')}\n`);
    return EXIT.usage;
  }
  try {
    return await (
      await load()
    )(args, context);
  } catch (thrown) {
    const error = missingPackage(name, thrown) ?? interrupted(thrown, context) ?? thrown;
    if (args.includes('--json')) context.print(jsonText(asJson(error)));
    else context.tell(asTyped(describe(error), context));
    return (isPlatformError(error) && EXIT_BY_CODE[error.code]) || EXIT.failed;
  }
}

/** Replaces the commands of mfe in a text by the form in which they are typed here. */
function asTyped(text: string, { env }: CommandContext): string {
  const typed = env['MFE_COMMAND'];
  if (!typed || typed === 'mfe') return text;
  const names = [...Object.keys(COMMANDS), '<command>'].join('|');
  return text.replace(new RegExp(`\\bmfe (?=(?:${names})(?![\\w:-]))`, 'g'), () => `${typed} `);
}

/** Commands without dependencies come first; the others import their dependencies when they are called. */
function missingPackage(command: string, error: unknown): Error | undefined {
  const { code, message } = error as NodeJS.ErrnoException;
  const [, what] = (code === 'ERR_MODULE_NOT_FOUND' && /^Cannot find package '([^']+)'/.exec(message)) || [];
  return what === undefined ? undefined : cliErrors.NOT_INSTALLED({ command, what }, error);
}

/** A call that was aborted by the end of the command is no error of the gateway. */
function interrupted(thrown: unknown, { signal }: CommandContext): Error | undefined {
  if (!signal.aborted || !isPlatformError(thrown) || thrown.code !== cliErrors.UNREACHABLE.code)
    return undefined;
  const outcome = 'Interrupted during a call of the gateway';
  return cliErrors.INTERRUPTED({ outcome, advice: 'mfe history lists the changes.' }, thrown);
}

function version({ print }: CommandContext): number {
  print(kitVersion());
  return EXIT.done;
}

function help(topic: string, context: CommandContext): number {
  const text = Object.hasOwn(HELP, topic) ? HELP[topic] : undefined;
  context.print(asTyped(text ?? HELP['help']!, context));
  return text ? EXIT.done : EXIT.usage;
}

function describe(error: unknown): string {
  if (!isPlatformError(error)) return `mfe: ${(error as Error).stack ?? String(error)}\n`;
  return `mfe: ${error.message} (${error.code})\n     ${error.fix}\n`;
}

function asJson(error: unknown): object {
  if (!isPlatformError(error))
    return asJson(cliErrors.UNEXPECTED({ reason: error instanceof Error ? error.message : String(error) }));
  const { status, code, message, fix } = error;
  return { status, code, message, fix };
}

/**
 * @returns the context with control characters removed from its output, which contains texts of releases, visitors
 * and other teams.
 */
function safeOutput(context: CommandContext): CommandContext {
  const { print, tell, overwrite } = context;
  return {
    ...context,
    print: (text) => print(terminalText(text)),
    tell: (text) => tell(terminalText(text)),
    overwrite: overwrite && ((text) => overwrite(terminalText(text))),
  };
}
