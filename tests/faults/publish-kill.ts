/**
 * kill -9 at random instants of publishing (issue: 50): the gateway always starts again into a whole composition, the old
 * or the new one, and what was acknowledged is live. No source is reachable: it starts from its own disk.
 *   npm run fault -- publish-kill [rounds=50]
 */
import { rmSync } from 'node:fs';
import { type FaultGateway, startFaultGateway } from './fault-gateway.ts';
import { type AppName, APP_FOLDERS, changedRelease, publish } from './good-release.ts';

const rounds = Number(process.argv[2] ?? 50);
/** Instants are spread over a publish and a little more; milliseconds. */
const SPREAD_MS = 2_500;
const REMOTES: AppName[] = ['legal', 'blog', 'marketing'];

let gateway = await startFaultGateway();
const { dataDir, token } = gateway;
const count = { before: 0, after: 0, acknowledged: 0, lost: 0, mixed: 0 };
try {
  const first = Object.fromEntries(
    (Object.keys(APP_FOLDERS) as AppName[]).map((app) => [app, changedRelease(app, 'first')]),
  ) as Record<AppName, ReturnType<typeof changedRelease>>;
  const verdict = await publish(
    gateway,
    mapValues(first, ({ folder }) => folder),
  );
  if (!verdict.activated) throw new Error(`the first publish failed: ${JSON.stringify(verdict)}`);
  for (const { remove } of Object.values(first)) remove();
  let live = await liveApps(gateway);
  for (let round = 0; round < rounds; round++) {
    const app = REMOTES[round % REMOTES.length]!;
    const release = changedRelease(app, `round ${round}`);
    let acknowledged = false;
    const publishing = publish(gateway, { [app]: release.folder }).then(
      (answer) => (acknowledged = answer.activated),
      () => {},
    );
    await sleep((SPREAD_MS * ((round * 37) % rounds)) / rounds);
    const acknowledgedBefore = acknowledged;
    await gateway.kill();
    await publishing;
    release.remove();
    gateway = await startFaultGateway({ dataDir, token });
    const now = await liveApps(gateway);
    const expected = { ...live, [app]: release.digest };
    const isOld = same(now, live);
    const isNew = same(now, expected);
    if (isNew) count.after++;
    else if (isOld) count.before++;
    else count.mixed++;
    if (acknowledgedBefore) count.acknowledged++;
    if (acknowledgedBefore && !isNew) count.lost++;
    if (!(await wholeSite(gateway))) count.mixed++;
    live = now;
  }
} finally {
  await gateway.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(
  `${rounds} × kill -9: ${count.before} times the old composition, ${count.after} times the new one`,
);
console.log(
  `acknowledged ${count.acknowledged}, lost ${count.lost}; neither old nor new, or not whole: ${count.mixed}`,
);
process.exitCode = count.lost + count.mixed === 0 ? 0 : 1;

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

function mapValues<In, Out>(record: Record<string, In>, map: (value: In) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

function sleep(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
