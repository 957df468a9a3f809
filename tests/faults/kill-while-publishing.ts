import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FaultGateway, startFaultGateway } from './fault-gateway.ts';
import { type AppName, APP_FOLDERS, changedRelease, publish } from './good-release.ts';

/** What the gateway served when it was started again after each kill. */
export interface KillTally {
  /** The composition of before the publish. */
  before: number;
  /** The published one. */
  after: number;
  /** Publishes that were answered before the kill. */
  acknowledged: number;
  /** Of those, not live afterwards. */
  lost: number;
  /** Neither, or pages of several compositions. */
  mixed: number;
}

/** Kills are spread over the time of the first publish, which has all apps, times this. */
const SPREAD = 1.25;
const REMOTES: AppName[] = ['legal', 'blog', 'marketing'];

/** Publishes, kills the gateway at another instant each round, and starts it again on its own disk. */
export async function killWhilePublishing(rounds: number): Promise<KillTally> {
  let gateway = await startFaultGateway();
  const { dataDir, token } = gateway;
  const tally: KillTally = { before: 0, after: 0, acknowledged: 0, lost: 0, mixed: 0 };
  try {
    const started = performance.now();
    await publishAll(gateway);
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

async function publishAll(gateway: FaultGateway): Promise<void> {
  const apps = Object.keys(APP_FOLDERS) as AppName[];
  const releases = apps.map((app) => ({ app, ...changedRelease(app, 'first') }));
  const folders = Object.fromEntries(releases.map(({ app, folder }) => [app, folder]));
  const verdict = await publish(gateway, folders);
  for (const { remove } of releases) remove();
  if (!verdict.activated) throw new Error(`the first publish failed: ${JSON.stringify(verdict)}`);
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
