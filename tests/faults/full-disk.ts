/**
 * The disk of the data folder is full to the last byte, and the gateway starts, after an end and after a kill -9: it
 * serves what it has, read-only, and says so; with room again it starts anew by itself. As root: the disk is a mount.
 * npm run fault -- full-disk
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FaultGateway, startFaultGateway } from './fault-gateway.ts';
import { type AppName, APP_FOLDERS, changedRelease, publish } from './good-release.ts';

const DISK = 'size=64m';
const BACK_MS = 60_000;
const failures: string[] = [];
const dataDir = mkdtempSync(path.join(tmpdir(), 'voltframe-disk-'));
const filler = path.join(dataDir, 'filler');
const env = { DISK_RESERVE_MB: '0', LOG_LEVEL: 'error' };

execFileSync('mount', ['-t', 'tmpfs', '-o', DISK, 'tmpfs', dataDir]);
let gateway: FaultGateway | undefined;
try {
  gateway = await startFaultGateway({ dataDir, env });
  const { token } = gateway;
  await deploy(gateway, 'first');
  for (const end of ['stop', 'kill'] as const) {
    await gateway[end]();
    fill();
    gateway = await startFaultGateway({ dataDir, token, env });
    await check(gateway, end);
    rmSync(filler);
    await until(gateway, async (one) => !(await statusOf(one)).database);
    await deploy(gateway, `after ${end}`);
  }
} finally {
  await gateway?.stop();
  execFileSync('umount', [dataDir]);
  rmSync(dataDir, { recursive: true, force: true });
}
console.log({ failures });
process.exitCode = failures.length === 0 ? 0 : 1;

/** Writes until nothing more fits, then page by page. */
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
    failures.push(`after ${after}: the status says no reason`);
  const refused = await deploy(one, 'refused').then(
    () => 'published',
    (error: Error) => error.message,
  );
  if (!refused.includes('GW_DATABASE_AWAY')) failures.push(`after ${after}: a publish: ${refused}`);
}

async function statusOf({ opsUrl, token }: FaultGateway): Promise<{ database?: { reason: string } }> {
  const response = await fetch(`${opsUrl}/-/status`, { headers: { authorization: `Bearer ${token}` } });
  return (await response.json()) as { database?: { reason: string } };
}

async function deploy(one: FaultGateway, mark: string): Promise<void> {
  const releases = (Object.keys(APP_FOLDERS) as AppName[]).map((app) => ({
    app,
    ...changedRelease(app, mark),
  }));
  try {
    const verdict = await publish(one, Object.fromEntries(releases.map(({ app, folder }) => [app, folder])));
    if (!verdict.activated) throw new Error(`${mark}: not activated: ${JSON.stringify(verdict)}`);
  } finally {
    for (const release of releases) release.remove();
  }
}

async function until(one: FaultGateway, isSo: (one: FaultGateway) => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + BACK_MS;
  while (!(await isSo(one).catch(() => false))) {
    if (performance.now() > deadline) throw new Error('not so after a minute');
    await sleep(100);
  }
}
