import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FaultGateway, startFaultGateway } from './fault-gateway.ts';
import { type AppName, APP_NAMES, changedRelease, deployChanged, publish } from './good-release.ts';

/** The compositions after the restart for each kill. */
export interface KillTally {
  /** Restarts with the composition before the publish. */
  before: number;
  /** Restarts with the published composition. */
  after: number;
  /** Publishes that were answered before the kill. */
  acknowledged: number;
  /** Acknowledged publishes that are not live. */
  lost: number;
  /** Restarts with another composition, or with pages of several. */
  mixed: number;
}

/** Kills are spread over the duration of the first publish, with all apps, multiplied by this factor. */
const SPREAD = 1.25;
const REMOTES: AppName[] = ['legal', 'blog', 'marketing'];

/** Publishes, kills the gateway at another instant in each round, and restarts it from its own disk. */
export async function killWhilePublishing(rounds: number): Promise<KillTally> {
  let gateway = await startFaultGateway();
  const { dataDir, token } = gateway;
  const tally: KillTally = { before: 0, after: 0, acknowledged: 0, lost: 0, mixed: 0 };
  try {
    const started = performance.now();
    await deployChanged(gateway, APP_NAMES, 'first');
    const spreadMs = SPREAD * (performance.now() - started);
    let live = await liveApps(gateway);
    for (let round = 0; round < rounds; round++) {
      const app = REMOTES[round % REMOTES.length]!;
      const release = changedRelease(app, `round ${round}`);
      const delay = (spreadMs * ((round * 37) % rounds)) / rounds;
      const acknowledged = await publishAndKill(gateway, app, release.folder, delay);
      release.remove();
      gateway = await startFaultGateway({ dataDir, token });
      const now = await liveApps(gateway);
      const isNew = same(now, { ...live, [app]: release.digest });
      if (isNew) tally.after++;
      else if (same(now, live)) tally.before++;
      else tally.mixed++;
      if (acknowledged) tally.acknowledged++;
      if (acknowledged && !isNew) tally.lost++;
      if (!(await wholeSite(gateway))) tally.mixed++;
      live = now;
    }
    return tally;
  } finally {
    await gateway.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** @param delay milliseconds from the publish to the kill. @returns whether the publish was answered before */
async function publishAndKill(
  gateway: FaultGateway,
  app: AppName,
  folder: string,
  delay: number,
): Promise<boolean> {
  let acknowledged = false;
  const publishing = publish(gateway, { [app]: folder }).then(
    (answer) => (acknowledged = answer.activated),
    () => {},
  );
  await sleep(delay);
  const before = acknowledged;
  await gateway.kill();
  await publishing;
  return before;
}

async function liveApps({ opsUrl, token: bearer }: FaultGateway): Promise<Record<string, string>> {
  const response = await fetch(`${opsUrl}/-/composition`, { headers: { authorization: `Bearer ${bearer}` } });
  return ((await response.json()) as { apps: Record<string, string> }).apps;
}

/** Every page answers, with the same composition. */
async function wholeSite({ url }: FaultGateway): Promise<boolean> {
  const ids = new Set<string | null>();
  for (const page of ['/', '/about', '/blog', '/terms']) {
    const response = await fetch(url + page);
    if (response.status !== 200 || !(await response.text()).includes('</html>')) return false;
    ids.add(response.headers.get('x-composition'));
  }
  return ids.size === 1;
}

function same(a: Record<string, string>, b: Record<string, string>): boolean {
  return Object.keys({ ...a, ...b }).every((key) => a[key] === b[key]);
}
