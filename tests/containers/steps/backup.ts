import { gunzipSync } from 'node:zlib';
import { until } from '../../bench/support/waiting.ts';
import { ORIGINS, compose, dockerBytes } from '../docker.ts';
import { type Figures, must } from '../report.ts';
import { composition, isReady } from '../visitors.ts';
import { pages } from './platform.ts';

/** As in docs/operations.md: back up a running gateway, delete its volume, restore, and start without any app. */
export async function backUpAndRestore(): Promise<Figures> {
  const before = await composition();
  const backUp = ['compose', 'exec', '-T', 'gateway', 'node', 'gateway/src/backup.ts', '/data'];
  const backup = await dockerBytes(backUp);
  must(gunzipSync(backup).length > 10_000, 'the backup is empty');

  await compose(['down', '--volumes']);
  const restore = ['run', '--rm', '-T', '--no-deps', '--entrypoint', 'tar', 'gateway', '-xzC', '/data'];
  await compose(restore, { input: backup });
  const started = performance.now();
  await compose(['up', '--detach', '--no-build', '--no-deps', 'gateway']);
  await until('the restored gateway', () => isReady());
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  must((await composition()) === before, 'the restored gateway serves another composition');
  await pages();
  await compose(['up', '--detach', '--no-build', '--wait', 'gateway', ...ORIGINS]);
  return { backup: `${(backup.length / 1e6).toFixed(1)} MB`, serves: `after ${seconds} s, without any app` };
}
