import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startFaultGateway } from '../../faults/fault-gateway.ts';
import { appsOfCheckout, releasesOf, root, type ServerProcess, startServer } from './server-process.ts';
import { median } from './statistics.ts';
import { type Row, atMost, milliseconds, figure } from './table.ts';

/** The first start also fetches the rest of the site. */
const STARTS = 6;

const MFE = 'kit/src/cli/mfe.ts';

/**
 * Measures the time from `mfe dev` for an app inside a live site to the printed address.
 * @param app folder of the app, in the checkout
 */
export async function measureStart(app: string, starts = STARTS): Promise<Row[]> {
  const RELEASES = releasesOf(appsOfCheckout());
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
    // Independent of the speed of the machine.
    figure('start of mfe dev / build and gateway one after the other', ratio.toFixed(2)),
    figure('first start, slowest later start', [first!, Math.max(...later)].map(milliseconds).join(', ')),
  ];
}

/** Builds the app as `mfe dev` does, and then starts a gateway. */
async function startApart(app: string, RELEASES: string): Promise<Pick<ServerProcess, 'stop'>> {
  await promisify(execFile)(process.execPath, [MFE, 'build', path.basename(app), '--dev'], { cwd: root });
  const data = mkdtempSync(path.join(tmpdir(), 'voltframe-bench-'));
  const env = { RELEASES, DATA_DIR: data, PORT: '0', OPS_PORT: '0', DEV: '1', LOG_LEVEL: 'error' };
  const gateway = await startServer('gateway/src/server.ts', { env });
  return { stop: () => gateway.stop().then(() => rmSync(data, { recursive: true, force: true })) };
}

/** Starts a server and stops it. @returns the milliseconds until it has started */
async function timed(start: () => Promise<Pick<ServerProcess, 'stop'>>): Promise<number> {
  const started = performance.now();
  const server = await start();
  const starting = performance.now() - started;
  await server.stop();
  return starting;
}
