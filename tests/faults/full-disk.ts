/**
 * Starts the gateway on a full disk, after a stop and after a kill -9. It serves its pages read-only and reports the
 * reason; with free space it restarts itself. Needs root, because the disk is a mount.
 * npm run fault -- full-disk
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../bench/support/waiting.ts';
import { type FaultGateway, startFaultGateway } from './fault-gateway.ts';
import { APPS } from './draft-release.ts';
import { deployChanged } from './push-drafts.ts';

const DISK = 'size=64m';
const failures: string[] = [];
const dataDir = mkdtempSync(path.join(tmpdir(), 'voltframe-disk-'));
const filler = path.join(dataDir, 'filler');
const env = { DISK_RESERVE_MB: '0', LOG_LEVEL: 'error' };

execFileSync('mount', ['-t', 'tmpfs', '-o', DISK, 'tmpfs', dataDir]);
let gateway: FaultGateway | undefined;
try {
  gateway = await startFaultGateway({ dataDir, env });
  const { token } = gateway;
  await deployChanged(gateway, APPS, 'first');
  for (const end of ['stop', 'kill'] as const) {
    await gateway[end]();
    fill();
    gateway = await startFaultGateway({ dataDir, token, env });
    await check(gateway, end);
    rmSync(filler);
    const back = gateway;
    await until('the database', async () => !(await statusOf(back)).database);
    await deployChanged(gateway, APPS, `after ${end}`);
  }
} finally {
  await gateway?.stop();
  execFileSync('umount', [dataDir]);
  rmSync(dataDir, { recursive: true, force: true });
}
console.log({ failures });
process.exitCode = failures.length === 0 ? 0 : 1;

/** Writes until the disk is full, in smaller and smaller pieces. */
function fill(): void {
  for (const size of [1 << 20, 4_096, 1])
    for (;;)
      try {
        writeFileSync(filler, Buffer.alloc(size), { flag: 'a' });
      } catch {
        break;
      }
}

async function check(one: FaultGateway, after: string): Promise<void> {
  for (const page of ['/', '/about', '/blog', '/terms']) {
    const { status } = await fetch(one.url + page);
    if (status !== 200) failures.push(`after ${after}: ${page} ${status}`);
  }
  const { database } = await statusOf(one);
  if (!database?.reason.includes('the disk is full'))
    failures.push(`after ${after}: the status has no reason`);
  const refused = await deployChanged(one, APPS, 'refused').then(
    () => 'published',
    (error: Error) => error.message,
  );
  if (!refused.includes('GW_DATABASE_AWAY')) failures.push(`after ${after}: a publish: ${refused}`);
}

async function statusOf({ opsUrl, token }: FaultGateway): Promise<{ database?: { reason: string } }> {
  const response = await fetch(`${opsUrl}/-/status`, { headers: { authorization: `Bearer ${token}` } });
  return (await response.json()) as { database?: { reason: string } };
}
