import { createOperatorToken } from '../gateway/src/operator-token.ts';
import { reportFailure } from '../gateway/src/platform/runtime/log-line.ts';
import { commandFailure } from '../gateway/src/platform/runtime/start-failure.ts';

const USAGE = `npm run operator-token -- [name]

  Makes an operator's token of the operations port, on the gateway itself: the first one, or one for whoever lost theirs. It is
  shown once, alone on standard output. The name is for the history; default: operator. Reads the site's own settings,
  and ends with 2 where they lead to no site.`;

/** @returns the exit code. A mistyped flag makes no token. */
async function main(args: string[]): Promise<number> {
  const [name = 'operator', ...more] = args;
  if (name === '--help' || name === '-h' || name === 'help') {
    console.log(USAGE);
    return 0;
  }
  if (name.startsWith('-') || more.length > 0 || name.length > 60) {
    console.error(
      `operator-token: one name of at most 60 characters is all it takes, not '${args.join(' ')}'\n\n${USAGE}`,
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
