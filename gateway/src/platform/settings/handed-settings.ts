import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Value of RELEASES: `mfe dev` starts a gateway before it knows the site, which then loads meanwhile. */
const FOLLOW = 'stdin';

type Environment = Record<string, string | undefined>;

/**
 * Settings that whoever starts the gateway hands over on standard input: one JSON object of variables a line.
 * @param env gets what is handed over
 * @returns waits for the next line: false when there is none any more; undefined where all are in the environment
 * @throws SyntaxError for a line that is no JSON
 */
export function handedSettings(env: Environment, input: Readable): (() => Promise<boolean>) | undefined {
  if (env['RELEASES'] !== FOLLOW) return undefined;
  const lines = createInterface({ input })[Symbol.asyncIterator]();
  return async () => {
    const { value, done } = await lines.next();
    if (done) return false;
    Object.assign(env, JSON.parse(value));
    return true;
  };
}
