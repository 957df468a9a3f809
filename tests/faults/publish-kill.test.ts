import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { type AppName, APPS, changedDraft, type Draft } from './draft-release.ts';
import { isShort } from './fault-form.ts';
import { type FaultGateway, startFaultGateway } from './fault-gateway.ts';
import { deployChanged, pack, pushPack } from './push-drafts.ts';

/** Three rounds meet few instants. No source is reachable, so the gateway starts from its own disk. */
const ROUNDS = isShort ? 3 : 50;

test('a gateway that is killed while it receives a release restarts with a complete composition and all acknowledged releases', async () => {
  const tally = await killWhilePublishing(ROUNDS);
  console.log(`${ROUNDS} × kill -9: ${JSON.stringify(tally)}`);
  const { before, after, lost, mixed } = tally;
  expect({ lost, mixed, whole: before + after }).toEqual({ lost: 0, mixed: 0, whole: ROUNDS });
});

/** The compositions after the restart for each kill. */
interface KillTally {
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
async function killWhilePublishing(rounds: number): Promise<KillTally> {
  let gateway = await startFaultGateway();
  const { dataDir, token } = gateway;
  const tally: KillTally = { before: 0, after: 0, acknowledged: 0, lost: 0, mixed: 0 };
  try {
    const started = performance.now();
    await deployChanged(gateway, APPS, 'first');
    const spreadMs = SPREAD * (performance.now() - started);
    let live = await liveApps(gateway);
    for (let round = 0; round < rounds; round++) {
      const app = REMOTES[round % REMOTES.length]!;
      const draft = changedDraft(app, `round ${round}`);
      const delay = (spreadMs * ((round * 37) % rounds)) / rounds;
      const acknowledged = await publishAndKill(gateway, app, draft, delay);
      gateway = await startFaultGateway({ dataDir, token });
      const now = await liveApps(gateway);
      const isNew = isDeepStrictEqual(now, { ...live, [app]: draft.release.digest });
      if (isNew) tally.after++;
      else if (isDeepStrictEqual(now, live)) tally.before++;
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
  draft: Draft,
  delay: number,
): Promise<boolean> {
  let acknowledged = false;
  const publishing = pushPack(gateway, app, pack([draft])).then(
    ({ verdict }) => (acknowledged = verdict?.activated ?? false),
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
