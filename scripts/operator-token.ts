import { createOperatorToken } from '../gateway/src/operator-token.ts';
import { reportFailure } from '../gateway/src/platform/runtime/log-line.ts';
import { commandFailure } from '../gateway/src/platform/runtime/start-failure.ts';

const USAGE = `npm run operator-token -- [name]

  Creates an operator token for the operations port: the first one, or a replacement for a lost one. Run the command on
  the gateway, with the settings of the site; if they lead to no site, the exit code is 2. The command prints the token
  once, alone on standard output. The name appears in the history; default: operator.`;

/** @returns the exit code. A mistyped flag makes no token. */
async function main(args: string[]): Promise<number> {
  const [name = 'operator', ...more] = args;
  if (name === '--help' || name === '-h' || name === 'help') {
    console.log(USAGE);
    return 0;
  }
  if (name.startsWith('-') || more.length > 0 || name.length > 60) {
    console.error(
      `operator-token: expects one name of at most 60 characters, not '${args.join(' ')}'\n\n${USAGE}`,
    );
    return 2;
  }
  console.log(await createOperatorToken(process.env, name));
  return 0;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  const { text, code } = commandFailure('operator-token', error);
  reportFailure(text);
  return code;
});
