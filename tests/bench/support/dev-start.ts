import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startFaultGateway } from '../../faults/fault-gateway.ts';
import { root, type ServerProcess, startServer } from './server-process.ts';
import { median } from './statistics.ts';
import { type Row, atMost, milliseconds, figure } from './table.ts';

/** The first one fetches the rest of the site. */
const STARTS = 6;
const APPS = ['shell', 'mfe-blog', 'mfe-legal', 'mfe-marketing'];

const MFE = 'kit/src/cli/mfe.ts';

/**
 * From `mfe dev` for one app inside a live site to the address under which it is there.
 * @param app its folder, in the checkout
 */
export async function measureStart(app: string, starts = STARTS): Promise<Row[]> {
  const RELEASES = APPS.map((name) => `${name.replace(/^mfe-/, '')}=${path.join(root, name)}`).join(',');
  const live = await startFaultGateway({ env: { RELEASES } });
  const env = { MFE_GATEWAY: live.opsUrl, MFE_TOKEN: live.token, PORT: '0', NODE_ENV: 'development' };
  const args = ['dev', path.basename(app)];
  const starting: number[] = [];
  const apart: number[] = [];
  try {
    for (let times = 0; times < starts; times++) {
      starting.push(await timed(() => startServer(MFE, { args, env })));
      apart.push(await timed(() => startApart(app, RELEASES.replace(path.join(root, 'mfe-legal'), app))));
    }
  } finally {
    await live.stop();
  }
  const [first, ...later] = starting;
  const ratio = median(later) / median(apart.slice(1));
  return [
    atMost('start of mfe dev inside a live site, median', median(later), 5_000, milliseconds),
    // The same on a busy machine and a slower one.
    figure('start of mfe dev / build and gateway one after the other', ratio.toFixed(2)),
    figure('first start, slowest later start', [first!, Math.max(...later)].map(milliseconds).join(', ')),
  ];
}

/** A build as `mfe dev` makes it, then a gateway as it starts one. */
async function startApart(app: string, RELEASES: string): Promise<Pick<ServerProcess, 'stop'>> {
  await promisify(execFile)(process.execPath, [MFE, 'build', path.basename(app), '--dev'], { cwd: root });
  const data = mkdtempSync(path.join(tmpdir(), 'voltframe-bench-'));
  const env = { RELEASES, DATA_DIR: data, PORT: '0', OPS_PORT: '0', DEV: '1', LOG_LEVEL: 'error' };
  const gateway = await startServer('gateway/src/server.ts', { env });
  return { stop: () => gateway.stop().then(() => rmSync(data, { recursive: true, force: true })) };
}

/** @returns milliseconds until it has started; it is stopped then */
async function timed(start: () => Promise<Pick<ServerProcess, 'stop'>>): Promise<number> {
  const started = performance.now();
  const server = await start();
  const starting = performance.now() - started;
  await server.stop();
  return starting;
}
