import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { type ServerProcess, settled } from './server-process.ts';
import { percentile } from './statistics.ts';

const CLIENT = path.resolve(import.meta.dirname, '../load-client.ts');
const CONNECTIONS = 16;
const WARM_UP_MS = 2_000;
/** At least, of both: the more code a server runs, the more answers it takes until that is compiled. */
const WARM_UP_ANSWERS = 3_000;
/** Many and short: what else the machine does meets both alike. */
const ROUNDS = 24;
const ROUND_MS = 500;
/** What else the machine does makes a round dearer, never cheaper: the better rounds tell. */
const TOLD = 0.8;
const run = promisify(execFile);

/** One server with the address asked for; `{n}` in it is another number each time. */
export interface Contender {
  server: ServerProcess;
  url: string;
  encoding: 'br' | 'identity';
}

/**
 * Loads two servers in turn, so that both meet the same machine.
 * @returns answers per second of the server's CPU time (its child processes included), for each
 */
export async function comparePerCpuSecond(one: Contender, other: Contender): Promise<[number, number]> {
  const results: [number[], number[]] = [[], []];
  for (const contender of [one, other]) {
    await settled(contender.server);
    await warmUp(contender);
  }
  for (let round = 0; round < ROUNDS; round++) {
    results[0].push(await measure(one));
    results[1].push(await measure(other));
  }
  return [percentile(results[0], TOLD), percentile(results[1], TOLD)];
}

export async function warmUp(contender: Contender): Promise<void> {
  for (let answers = 0; answers < WARM_UP_ANSWERS;) {
    const more = await load(contender, WARM_UP_MS);
    if (more === 0) throw new Error(`${contender.url} returns no answer`);
    answers += more;
  }
}

async function measure(contender: Contender): Promise<number> {
  const before = contender.server.usage().cpuSeconds;
  const answers = await load(contender, ROUND_MS);
  return answers / (contender.server.usage().cpuSeconds - before);
}

/** @returns answers within so many milliseconds. */
export async function load({ url, encoding }: Contender, ms: number): Promise<number> {
  const { stdout } = await run(process.execPath, [CLIENT, url, encoding, String(CONNECTIONS), String(ms)]);
  return Number(stdout);
}
