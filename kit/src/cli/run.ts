import { Command, CommanderError } from 'commander';
import { terminalText } from '../contract/operations/terminal-text.ts';
import { cliErrors } from '../errors/cli-errors.ts';
import { isPlatformError } from '../errors/define-errors.ts';
import {
  type CommandContext,
  type CommandRun,
  type DeclareCommand,
  EXIT,
  GATEWAY_VARIABLES,
  variableLines,
} from './command.ts';
import { jsonText } from './output/print.ts';
import { kitVersion } from './workspace/kit-version.ts';

/** The files of the commands. Each is loaded when it is needed: an origin needs no webpack. */
const change = () => import('./commands/change.ts');
const credentials = () => import('./commands/credentials.ts');
const lists = () => import('./commands/lists.ts');
const publish = () => import('./commands/publish.ts');

/** The line of a command in the overview, and its declaration. */
type Entry = [summary: string, load: () => Promise<DeclareCommand>];

const GROUPS: Record<string, Record<string, Entry>> = {
  'Work on an app:': {
    new: [
      'create a remote: page, test, configuration',
      async () => (await import('./commands/new.ts')).newCommand,
    ],
    dev: ['work on one app inside the live site', async () => (await import('./commands/dev.ts')).devCommand],
    build: [
      'build apps into their release folders',
      async () => (await import('./commands/build.ts')).buildCommand,
    ],
    sync: [
      "write types of the site's pages and islands",
      async () => (await import('./commands/sync.ts')).syncCommand,
    ],
    record: [
      'write the answers of its upstreams, for checks',
      async () => (await import('./commands/record.ts')).recordCommand,
    ],
    serve: [
      'serve a release for the gateway to pull',
      async () => (await import('./commands/serve.ts')).serveCommand,
    ],
    docs: [
      'print the documentation of this version',
      async () => (await import('./commands/docs.ts')).docsCommand,
    ],
    upgrade: [
      'update kit and gateway of a repository',
      async () => (await import('./commands/upgrade.ts')).upgradeCommand,
    ],
  },
  'Change the live releases:': {
    check: ['run the checks of the gateway, change nothing', async () => (await publish()).checkCommand],
    preview: ['show releases at a preview address', async () => (await publish()).previewCommand],
    publish: ['make releases live, all or none', async () => (await publish()).publishCommand],
    promote: [
      'make a stored release live, or one of another gateway',
      async () => (await import('./commands/promote.ts')).promoteCommand,
    ],
    rollback: ['go back to an earlier release', async () => (await change()).rollbackCommand],
    pin: ['keep an app at a release', async () => (await change()).pinCommand],
    unpin: ['end a pin', async () => (await change()).unpinCommand],
    withdraw: ['withdraw waiting releases', async () => (await change()).withdrawCommand],
    invalidate: [
      'request data with these tags from upstreams again',
      async () => (await change()).invalidateCommand,
    ],
  },
  'Look at the site:': {
    status: ['show the live releases', async () => (await import('./commands/status.ts')).statusCommand],
    errors: ['list the errors of visitors', async () => (await import('./commands/errors.ts')).errorsCommand],
    inbox: ['list the entries of the forms of an app', async () => (await lists()).inboxCommand],
    releases: [
      'list the releases of an app with their verdicts',
      async () => (await lists()).releasesCommand,
    ],
    history: ['list changes of the site', async () => (await lists()).historyCommand],
  },
  'Access and operators:': {
    token: ['manage access tokens', async () => (await credentials()).tokenCommand],
    key: ['manage keys for signing releases', async () => (await credentials()).keyCommand],
    freeze: ['let no release go live', async () => (await change()).freezeCommand],
    unfreeze: ['end a freeze', async () => (await change()).unfreezeCommand],
    reload: ['make gateways read their file of upstreams again', async () => (await change()).reloadCommand],
    retire: ['remove an app from the site', async () => (await change()).retireCommand],
  },
};

/** The names of all commands. */
export const COMMANDS = Object.values(GROUPS).flatMap((group) => Object.keys(group));

const AFTER_OVERVIEW = `
Environment:
${variableLines(GATEWAY_VARIABLES)
  .map((line) => `  ${line}`)
  .join('\n')}

mfe <command> --help prints arguments, options and examples. A [folder] is the folder of an app; default: this folder.
Exit codes: 0 done (a release is live), 1 refused or failed, 2 wrong usage or setting, 3 the gateway cannot be
reached, 4 refused for now: waits for another app, 5 admitted, but waits for the end of a pin or freeze,
130 interrupted.`;

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
  const name = argv[0] === 'help' ? argv[1] : argv[0];
  let exit: number = EXIT.done;
  try {
    const program = await createProgram(name, { ...context, exitWith: (code) => (exit = code) });
    await program.parseAsync(argv.length > 0 ? argv : ['--help'], { from: 'user' });
    return exit;
  } catch (thrown) {
    // Help or the version was printed; as an error, for a command without its subcommand.
    if (isPrinted(thrown)) return thrown.exitCode === 0 ? EXIT.done : EXIT.usage;
    const error = usageError(name, thrown) ?? interrupted(thrown, context) ?? thrown;
    if (argv.includes('--json')) context.print(jsonText(asJson(error)));
    else context.tell(asTyped(describe(error), context));
    return (isPlatformError(error) && EXIT_BY_CODE[error.code]) || EXIT.failed;
  }
}

/** @param name the command to load; all others are only listed. */
async function createProgram(name: string | undefined, running: CommandRun): Promise<Command> {
  const program = new Command('mfe')
    .description('Builds and publishes the app of a team.')
    .version(kitVersion(), '--version')
    .enablePositionalOptions()
    .addHelpText('after', AFTER_OVERVIEW);
  for (const [heading, group] of Object.entries(GROUPS))
    for (const [one, [summary, load]] of Object.entries(group)) {
      const command = one === name ? (await load())(running) : new Command(one);
      program.addCommand(command.summary(summary).helpGroup(heading));
    }
  for (const command of withSubcommands(program))
    command.exitOverride().configureOutput({
      writeOut: (text) => running.print(asTyped(text, running).trimEnd()),
      writeErr: (text) => running.tell(asTyped(text, running)),
      // `run` prints errors.
      outputError: () => {},
    });
  return program;
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

function isPrinted(thrown: unknown): thrown is CommanderError {
  return thrown instanceof CommanderError && /^commander\.(?:help|version)/.test(thrown.code);
}

/** @returns the error of a wrong command line; undefined for any other error. */
function usageError(name: string | undefined, thrown: unknown): Error | undefined {
  if (!(thrown instanceof CommanderError)) return undefined;
  const reason = thrown.message.replace(/^error: /, '').replaceAll('\n', ' ');
  const help = name !== undefined && COMMANDS.includes(name) ? `mfe ${name} --help` : 'mfe --help';
  return cliErrors.USAGE({ reason, help }, thrown);
}

/** Replaces the commands of mfe in a text by the form in which they are typed here. */
function asTyped(text: string, { env }: CommandContext): string {
  const typed = env['MFE_COMMAND'];
  if (!typed || typed === 'mfe') return text;
  const next = [...COMMANDS, '--help', '<command>'].join('|');
  const usage = String.raw`\[options\] \[command\]`;
  return text.replace(new RegExp(`\\bmfe (?=(?:${next}|${usage})(?![\\w:-]))`, 'g'), () => `${typed} `);
}

/** A call that was aborted by the end of the command is no error of the gateway. */
function interrupted(thrown: unknown, { signal }: CommandContext): Error | undefined {
  if (!signal.aborted || !isPlatformError(thrown) || thrown.code !== cliErrors.UNREACHABLE.code)
    return undefined;
  const outcome = 'Interrupted during a call of the gateway';
  return cliErrors.INTERRUPTED({ outcome, advice: 'mfe history lists the changes.' }, thrown);
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
