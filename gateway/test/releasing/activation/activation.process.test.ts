import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { compose } from '../../../src/serving/compositions/compose.ts';
import { followActivations } from '../../../src/releasing/activation/activation.ts';
import { createFileBlobStore } from '../../../src/platform/blobs/blob-store.ts';
import { createStateStore } from '../../../src/platform/database/state-store.ts';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { type FixtureRelease, sha256, shellRelease, version } from '../../fixtures/fixture-release.ts';
import { siteConfig } from '../../fixtures/site-config.ts';
import { emptyDatabase, query, withServer, NEEDS_SERVER } from '../../fixtures/test-database.ts';
import { startTestGateway, type TestGateway } from '../../fixtures/test-gateway.ts';

const HTML = { accept: 'text/html' };
const bodyOf = async ({ app }: TestGateway, url: string) => (await app.inject({ url, headers: HTML })).body;
const liveId = ({ site }: TestGateway) => site.live()?.composition.id;

/** Makes a release live behind a gateway's back, as another gateway on the database would. */
async function activateElsewhere(
  { config, site, now }: TestGateway,
  added: FixtureRelease,
): Promise<Composition> {
  const db = await openDatabase(config.data);
  const state = createStateStore(db);
  const blobs = createFileBlobStore(path.join(config.data.dataDir, 'blobs'));
  for (const body of added.files.values()) await blobs.put(sha256(body), body);
  await state.saveRelease(added.release, 'push', now());
  const releases = { ...site.live()!.releases, [added.release.app]: added.release };
  const composition = compose(Object.values(releases), siteConfig(), now(), sha256);
  const replaces = site.live()!.composition.id;
  const leaseUntil = now() + 60_000;
  await state.activate({ composition, replaces, leaseUntil, admitted: [], history: [] });
  await db.destroy();
  return composition;
}

test('a deploy that was overtaken is done again on what is live now: both take effect', async () => {
  const setup = await startTestGateway([shellRelease(), version('one')]);
  const { site } = setup;
  const prepare = site.prepare.bind(site);
  // In the middle of its admission.
  site.prepare = async (...candidate) => {
    site.prepare = prepare;
    await activateElsewhere(setup, version('news', 'news'));
    return prepare(...candidate);
  };
  await setup.publish(version('two'));
  expect(await bodyOf(setup, '/docs')).toContain('two');
  expect(await bodyOf(setup, '/news')).toContain('news');
});

test('every deployment begins with what another gateway made live', async () => {
  const setup = await startTestGateway([shellRelease(), version('one')]);
  await activateElsewhere(setup, version('news', 'news'));
  await setup.publish(version('two'));
  expect(await bodyOf(setup, '/news')).toContain('news');
  expect(await bodyOf(setup, '/docs')).toContain('two');
});

describe('following', () => {
  const follow = (look: () => Promise<void>) => {
    let notify = (): void => {};
    const onFailing = vi.fn<(error: unknown) => void>();
    const following = followActivations({
      look,
      listen(onActivation) {
        notify = onActivation;
        return { close: async () => {} };
      },
      pollMs: 60_000,
      onFailing,
    });
    onTestFinished(() => following.close());
    return { notify: () => notify(), onFailing, following };
  };

  test('what is told while it looks makes it look once more, not once for each', async () => {
    const ends: (() => void)[] = [];
    const look = vi.fn<() => Promise<void>>(() => new Promise((end) => ends.push(end)));
    const { notify } = follow(look);
    for (let times = 0; times < 5; times++) notify();
    expect(look).toHaveBeenCalledOnce();
    ends[0]!();
    await vi.waitFor(() => expect(look).toHaveBeenCalledTimes(2), 60_000);
    ends[1]!();
    await sleep(0);
    expect(look).toHaveBeenCalledTimes(2);
  });

  test('a store that is down is told once, and looked at again', async () => {
    const look = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('down'));
    const { notify, onFailing } = follow(look);
    for (const times of [1, 2, 3]) {
      notify();
      await vi.waitFor(() => expect(look).toHaveBeenCalledTimes(times), 60_000);
      await sleep(0);
    }
    expect(onFailing).toHaveBeenCalledOnce();
  });
});

describe.runIf(withServer)('gateways on one database', NEEDS_SERVER, () => {
  const startTwo = async (releases: FixtureRelease[]) => {
    const env = { DATABASE_URL: await emptyDatabase() };
    return { env, one: await startTestGateway(releases, env), two: await startTestGateway([], env) };
  };

  test('what one activates, the other serves; it is told, and does not wait to ask', async () => {
    const { one, two } = await startTwo([shellRelease(), version('one')]);
    expect(liveId(two)).toBe(liveId(one));
    await one.publish(version('two'));
    await vi.waitFor(() => expect(liveId(two)).toBe(liveId(one)), 60_000);
    expect(await bodyOf(two, '/docs')).toContain('two');
    await two.publish(version('three'));
    await vi.waitFor(() => expect(liveId(one)).toBe(liveId(two)), 60_000);
    expect(await bodyOf(one, '/docs')).toContain('three');
  });

  test('a gateway answers for a composition and its files before it was told of them', async () => {
    const { env, one, two } = await startTwo([shellRelease(), version('one')]);
    // Deaf: notifications do not reach it, and the next poll is far away.
    two.site.prepare = () => Promise.reject(new Error('deaf'));
    await one.publish(version('two'));
    expect(await bodyOf(two, '/docs')).toContain('one');
    expect((await two.app.inject('/assets/docs/two.0000000009.js')).body).toBe("'two';");
    const payload = await two.app.inject(`/docs/_payload.json?${liveId(one)}`);
    expect([payload.statusCode, payload.headers['x-composition']]).toEqual([200, liveId(one)]);
    expect((await two.app.inject('/assets/docs/never.0000000009.js')).statusCode).toBe(404);
    expect(await query(env.DATABASE_URL, 'select 1 from site_live')).toBe(1);
  });

  test('two deploys at the same time both take effect, and all end on the same composition', async () => {
    const { one, two } = await startTwo([shellRelease(), version('one')]);
    await Promise.all([one.publish(version('two')), two.publish(version('news', 'news'))]);
    await vi.waitFor(() => expect(liveId(one)).toBe(liveId(two)), 60_000);
    for (const gateway of [one, two]) {
      expect(await bodyOf(gateway, '/docs')).toContain('two');
      expect(await bodyOf(gateway, '/news')).toContain('news');
    }
  });

  test('a new gateway with an empty folder serves what the database holds', async () => {
    const env = { DATABASE_URL: await emptyDatabase() };
    const one = await startTestGateway([shellRelease(), version('one')], env);
    const id = liveId(one);
    await one.close();
    const fresh = await startTestGateway([], env);
    expect(liveId(fresh)).toBe(id);
    expect(await bodyOf(fresh, '/docs')).toContain('one');
    await fresh.tidy();
    expect((await fresh.app.inject('/assets/docs/one.0000000009.js')).body).toBe("'one';");
  });
});
