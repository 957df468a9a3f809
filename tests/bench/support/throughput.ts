import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { type ServerProcess, settled } from './server-process.ts';
import { percentile } from './statistics.ts';

const CLIENT = path.resolve(import.meta.dirname, '../load-client.ts');
const CONNECTIONS = 16;
const WARM_UP_MS = 2_000;
/** Minimum for each server, until its code is compiled. */
const WARM_UP_ANSWERS = 10_000;
/** Many short rounds, so that other programs disturb both servers equally. */
const ROUNDS = 24;
const ROUND_MS = 500;
/** Percentile of the rounds that counts: other programs only make a round slower. */
const SHARE = 0.8;
const run = promisify(execFile);

/** A server with the requested address, in which `{n}` is a new number each time. */
export interface Contender {
  server: ServerProcess;
  url: string;
  encoding: 'br' | 'identity';
}

/**
 * Loads two servers in turn, so that both run under the same conditions.
 * @returns answers per second of CPU time, including child processes, for each server
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
  return [percentile(results[0], SHARE), percentile(results[1], SHARE)];
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

/** @returns the number of answers within `ms` milliseconds. */
export async function load({ url, encoding }: Contender, ms: number): Promise<number> {
  const { stdout } = await run(process.execPath, [CLIENT, url, encoding, String(CONNECTIONS), String(ms)]);
  return Number(stdout);
}
