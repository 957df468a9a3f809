#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { buildCommand } from './build.ts';
import { HELP } from './help.ts';

/** The team's command. Each command is a file of this folder. */
const commands: Record<string, (args: string[]) => Promise<number>> = { build: buildCommand };

async function main(argv: string[]): Promise<number> {
  const [name = 'help', ...args] = argv;
  const { values } = parseArgs({ args: argv, options: { help: { type: 'boolean', short: 'h' } }, strict: false });
  if (values.help || name === 'help') {
    console.log(HELP[name] ?? HELP['help']);
    return 0;
  }
  const command = commands[name];
  if (command) return command(args);
  console.error(`mfe: unknown command "${name}". Commands: ${Object.keys(commands).join(', ')}`);
  return 2;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const { code, message, fix } = error as { code?: string; message: string; fix?: string };
  console.error(`mfe: ${message}${code ? ` (${code})` : ''}${fix ? `\n     ${fix}` : ''}`);
  if (!code) console.error((error as Error).stack);
  process.exitCode = 1;
}
