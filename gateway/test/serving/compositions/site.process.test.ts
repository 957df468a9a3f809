import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Release } from '@voltframe/kit/contract/release/release';
import { expect, onTestFinished, test } from 'vitest';
import { compose } from '../../../src/serving/compositions/compose.ts';
import { createRenderCache } from '../../../src/serving/render/render-cache.ts';
import type { RenderClient } from '../../../src/serving/render/render-client.ts';
import { Site } from '../../../src/serving/compositions/site.ts';
import { createFileBlobStore } from '../../../src/platform/blobs/blob-store.ts';
import { createStateStore } from '../../../src/releasing/state/state-store.ts';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { remoteRelease, sha256, shellRelease } from '../../fixtures/fixture-release.ts';
import { testFolder } from '../../fixtures/test-database.ts';
import { siteConfig } from '../../fixtures/site-config.ts';
import { testTelemetry } from '../../fixtures/test-telemetry.ts';

const LEASE_MS = 1_000;
const clock = { time: 1_000_000 };
const now = () => clock.time;

interface TestSite {
  site: Site;
  /** Makes a version of an app live. @param elsewhere on another gateway: this one does not know it yet. */
  deploy(version: number, elsewhere?: boolean): Promise<string>;
  /** Starts that the site limits, by app. */
  limitedStarts: string[];
}

/** A site with its own store, whose compositions need no process. */
async function openSite(): Promise<TestSite> {
  const folder = testFolder();
  const db = await openDatabase({ dataDir: folder });
  onTestFinished(() => db.destroy());
  const state = createStateStore(db);
  const limitedStarts: string[] = [];
  const process = { async start() {} } as RenderClient;
  const site = new Site({
    state,
    blobs: createFileBlobStore(path.join(folder, 'blobs')),
    cache: createRenderCache(path.join(folder, 'renderings')),
    pool: {
      use({ app }, isOld) {
        if (isOld) limitedStarts.push(app);
        return process;
      },
      release() {},
    },
    now,
    telemetry: testTelemetry(),
  });
  const shell = shellRelease().release;
  return {
    site,
    limitedStarts,
    async deploy(version, elsewhere = false) {
      const client = { [`docs.${String(version).padStart(10, '0')}.js`]: 'export {};' };
      const docs = remoteRelease({ client }).release;
      const releases: Record<string, Release> = { docs, shell };
      for (const release of Object.values(releases)) await state.saveRelease(release, 'test', now());
      const composition = compose(Object.values(releases), siteConfig(), now(), sha256);
      const next = await site.prepare(composition, releases);
      const replaces = site.live()?.composition.id ?? null;
      const admitted: { app: string; digest: string }[] = [];
      const leaseUntil = now() + LEASE_MS;
      await state.activate({ composition, replaces, leaseUntil, admitted, history: [] });
      if (!elsewhere) site.makeLive(next);
      return composition.id;
    },
  };
}

function collectAllGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

test('selects each of many leased compositions, and has few in memory', async () => {
  const { site, deploy } = await openSite();
  const seen: WeakRef<object>[] = [];
  const ids: string[] = [];
  for (let version = 0; version < 40; version++) {
    ids.push(await deploy(version));
    seen.push(new WeakRef(site.live()!));
  }
  for (const id of ids) {
    const served = await site.select(id);
    expect(served.composition.id).toBe(id);
    seen.push(new WeakRef(served));
  }
  await new Promise((done) => setTimeout(done)); // a WeakRef holds its target until the turn ends
  collectAllGarbage();
  expect(seen.filter((reference) => reference.deref()).length).toBeLessThanOrEqual(10);
});

test('refuses a composition when its lease ends', async () => {
  const { site, deploy } = await openSite();
  const first = await deploy(1);
  await deploy(2);
  expect((await site.select(first)).composition.id).toBe(first);
  clock.time += LEASE_MS - 1;
  expect((await site.select(first)).composition.id).toBe(first);
  clock.time += 1;
  await expect(site.select(first)).rejects.toMatchObject({ code: 'GW_COMPOSITION_GONE', status: 410 });
});

test('limits no start of a process that the live composition needs, here or on another gateway', async () => {
  const { site, deploy, limitedStarts } = await openSite();
  const earlier = await deploy(1);
  await deploy(2);
  const next = await deploy(3, true);
  for (const id of [next, earlier]) {
    const { renderer } = await site.select(id);
    for (const app of ['shell', 'docs']) await renderer.start(app);
    expect(limitedStarts).toEqual(id === next ? [] : ['docs']);
  }
});

test('finds the files of a release during its lease, and shared files after it', async () => {
  const { site, deploy } = await openSite();
  await deploy(3);
  await deploy(4);
  const found = async (file: string) => (await site.asset('docs', file)) !== undefined;
  const files = ['docs.0000000003.js', 'docs.0000000004.js', 'page.0000000002.js'];
  expect(await Promise.all(files.map(found))).toEqual([true, true, true]);
  clock.time += LEASE_MS;
  await site.refreshLeases();
  expect(await Promise.all(files.map(found))).toEqual([false, true, true]);
});
