/**
 * Runs gateways in a memory group of each size of the table in docs/operations.md, as root. The smallest refuses each
 * publish with figures and keeps running; the others start empty and accept releases. npm run fault -- memory-limit
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { appsOfCheckout, releasesOf } from '../bench/support/server-process.ts';
import { startFaultGateway } from './fault-gateway.ts';
import type { AppName } from './draft-release.ts';
import { publishChanged } from './push-drafts.ts';

const MB = 1024 * 1024;
const GROUPS = '/sys/fs/cgroup';
/** The memory controller of cgroups, version 1 or 2. */
const V1 = path.join(GROUPS, 'memory/memory.limit_in_bytes');
const [parent, file] = existsSync(V1) ? [path.dirname(V1), 'memory.limit_in_bytes'] : [GROUPS, 'memory.max'];
/** The apps that each size accepts. A shell is checked with the pages of all apps. */
const SIZES = [
  { size: 2_048, apps: ['blog', 'shell'] },
  { size: 1_024, apps: ['blog', 'shell'] },
  { size: 640, apps: ['blog', 'shell'] },
  { size: 512, apps: ['blog'] },
] as const;
/** With less than the smallest size an existing site is served, and no release accepted. */
const TOO_LITTLE_MB = 384;

const failures: string[] = [];
const scratch = mkdtempSync(path.join(tmpdir(), 'voltframe-memory-'));
const group = path.join(parent, `voltframe-${process.pid}`);
mkdirSync(group);
try {
  for (const { size, apps } of SIZES) await inGroup(size, `${size}`, apps, true);
  await inGroup(TOO_LITTLE_MB, `${SIZES[0].size}`, ['blog'], false);
} finally {
  rmdirSync(group);
  rmSync(scratch, { recursive: true, force: true });
}
console.log({ failures });
process.exitCode = failures.length === 0 ? 0 : 1;

/** Starts a gateway on a data folder with this memory, and publishes. @param fits whether it accepts releases. */
async function inGroup(size: number, data: string, apps: readonly AppName[], fits: boolean): Promise<void> {
  writeFileSync(path.join(group, file), String(size * MB));
  const dataDir = path.join(scratch, data);
  const join = path.join(scratch, 'join.mjs');
  const members = path.join(group, 'cgroup.procs');
  writeFileSync(join, `import { writeFileSync } from 'node:fs'; writeFileSync('${members}', '0');`);
  const gateway = await startFaultGateway({
    dataDir,
    env: {
      RELEASES: releasesOf(appsOfCheckout()),
      ADMISSION_HYDRATION: '1',
      NODE_OPTIONS: `--import=${join}`,
    },
  });
  try {
    if (!readFileSync(members, 'utf8').split('\n').includes(String(gateway.pid)))
      failures.push(`${size} MB: the gateway is not in its group`);
    const seen: string[] = [await pageOf(gateway.url)];
    for (const app of apps) {
      const { activated, ...rest } = await publishChanged(gateway, [app], `in ${size} MB`);
      const answer = JSON.stringify(rest);
      if (activated !== fits || (!fits && !/QUOTA_MEMORY.* 384 MB/.test(answer)))
        failures.push(`${size} MB: ${app}: ${String(activated)} ${answer.slice(0, 1_000)}`);
      seen.push(`${app} ${activated ? 'is live' : 'is refused'}`, await pageOf(gateway.url));
    }
    process.kill(gateway.pid, 0);
    console.log(`${size} MB: ${seen.join(', ')}, gateway ${gateway.pid} runs`);
  } finally {
    await gateway.stop();
  }
}

async function pageOf(url: string): Promise<string> {
  const { status } = await fetch(`${url}/blog`);
  if (status !== 200) failures.push(`/blog: ${status}`);
  return `/blog ${status}`;
}
