import { until } from '../bench/support/waiting.ts';
import { docker, PROJECT } from './docker.ts';
import { must } from './report.ts';
import { BASE } from './steps/images.ts';

const METER = `${PROJECT}-pace`;
/** Uses 30 ms of processor time twice a second, and prints the elapsed time divided by 30 ms: 1 on an idle machine. */
const SAMPLE = `setInterval(() => {
  const started = performance.now();
  const before = process.cpuUsage();
  for (let used = 0; used < 30; ) {
    const { user, system } = process.cpuUsage(before);
    used = (user + system) / 1e3;
  }
  console.log((performance.now() - started) / 30);
}, 500)`;

/**
 * Measures, during `work`, how much slower a container runs than on an idle machine. Time limits are multiplied by this
 * pace. The measurement runs in a container, because containers share their part of the processor.
 * @returns the result of the work, and the pace: at least 1
 */
export async function atPace<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const samples = async () => (await docker(['logs', METER])).split('\n').filter(Boolean).map(Number);
  await docker(['run', '--detach', '--name', METER, '--network', 'none', BASE, 'node', '-e', SAMPLE]);
  try {
    await until('the pace', async () => (await samples()).length > 0);
    const result = await work();
    const taken = await samples();
    return [result, Math.max(1, taken.reduce((sum, sample) => sum + sample, 0) / taken.length)];
  } finally {
    await docker(['rm', '--force', METER]);
  }
}

/** @returns the time and the pace as a figure. @throws Error if the time exceeds the limit at this pace */
export function within(what: string, ms: number, limitMs: number, pace: number): string {
  const seconds = (time: number): string => `${(time / 1_000).toFixed(1)} s`;
  const shown = `${seconds(ms)}${pace >= 1.1 ? ` at pace ${pace.toFixed(1)}` : ''}`;
  must(ms <= limitMs * pace, `${what}: ${shown}, over the limit of ${seconds(limitMs)} at pace 1`);
  return shown;
}
