import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSettingStore } from '../../../src/platform/database/setting-store.ts';
import type { Tables } from '../../../src/platform/database/tables.ts';
import { servingErrors } from '../../../src/serving/serving-errors.ts';
import type { UpstreamSettings } from '../../../src/platform/settings/upstream-settings.ts';
import { upstreamKey } from '../../../src/serving/upstreams/upstream-answers.ts';
import { openUpstreams } from '../../../src/serving/upstreams/upstreams.ts';
import { upstreamRequest } from '../../fixtures/cached-response.ts';
import { json, startFakeCms } from '../../fixtures/fake-cms.ts';
import { openTestDatabase } from '../../fixtures/test-database.ts';
import { testTelemetry } from '../../fixtures/test-telemetry.ts';
import { upstreamSettings } from '../../fixtures/upstream-settings.ts';
import { fetchedText, playUpstream, type CachedUpstreams } from '../../fixtures/played-upstream.ts';

const request = upstreamRequest();
const key = upstreamKey(request);
/** Runs all pending promise callbacks. */
const settle = () => new Promise((done) => void setImmediate(done));
const textOf = async (upstreams: CachedUpstreams, of = request) => (await upstreams.read(of)).body.toString();

describe('an answer of an upstream', () => {
  test('is returned immediately after its lifetime, and refreshed in the background', async () => {
    const cms = playUpstream();
    const upstreams = await cms.open();
    expect(upstreams.cachedDigest(key)).toBeUndefined();
    expect(await textOf(upstreams)).toBe('a');
    cms.content = 'b';
    cms.clock.now += 59_999;
    expect(await textOf(upstreams)).toBe('a');
    expect(cms.calls).toHaveLength(1);
    cms.clock.now += 1;
    expect(await textOf(upstreams)).toBe('a');
    await settle();
    expect(await textOf(upstreams)).toBe('b');
    expect(upstreams.cachedDigest(key)).toBe(fetchedText('b').digest);
  });

  test('is refreshed by one call for a hundred readers', async () => {
    const cms = playUpstream();
    const upstreams = await cms.open();
    await upstreams.read(request);
    const before = upstreams.cachedDigest(key);
    cms.clock.now += 60_000;
    await Promise.all(Array.from({ length: 100 }, () => upstreams.read(request)));
    await settle();
    expect([cms.calls.length, upstreams.cachedDigest(key)]).toEqual([2, before]);
  });

  test('is fetched for a listed page while the same call for an unlisted address hangs or failed', async () => {
    const cms = playUpstream();
    const upstreams = await cms.open();
    const unlisted = false;
    cms.content = undefined;
    await expect(upstreams.read(request, unlisted)).rejects.toMatchObject({ code: 'UPSTREAM_UNREACHABLE' });
    await expect(upstreams.read(request, unlisted)).rejects.toMatchObject({ code: 'UPSTREAM_UNREACHABLE' });
    expect(cms.calls).toHaveLength(1);
    cms.held = true;
    cms.clock.now += 2_000;
    const hanging = upstreams.read(request, unlisted);
    await settle();
    Object.assign(cms, { held: false, content: 'a' });
    expect(await textOf(upstreams)).toBe('a');
    cms.release();
    await expect(hanging).resolves.toMatchObject({ body: Buffer.from('a') });
  });

  test('is returned as stale while the upstream fails, for the configured time', async () => {
    const cms = playUpstream();
    const upstreams = await cms.open();
    expect(await upstreams.read(request)).toMatchObject({ stale: false });
    cms.content = undefined;
    cms.clock.now += 60_000;
    await upstreams.read(request);
    await settle();
    expect(await upstreams.read(request)).toMatchObject({ stale: true, body: Buffer.from('a') });
    expect(cms.stale).toEqual(['cms']);
    expect(upstreams.state()).toMatchObject([
      { name: 'cms', answers: 1, failing: 1, lastError: { code: 'UPSTREAM_UNREACHABLE' } },
    ]);
    cms.clock.now += 3_600_000;
    expect(upstreams.cachedDigest(key)).toBeUndefined();
    await expect(upstreams.read(request)).rejects.toMatchObject({
      code: 'UPSTREAM_UNREACHABLE',
      status: 502,
    });
  });

  test('is compared by its digest after its body was evicted, without a call within its lifetime', async () => {
    const cms = playUpstream();
    cms.content = 'x'.repeat(20_000);
    cms.bytes = 30_000;
    const before = await cms.open();
    const pages = Array.from({ length: 20 }, (_, page) =>
      upstreamRequest({ path: `/page/${page}`, tags: [] }),
    );
    for (const page of pages) await before.read(page);
    await before.close();
    cms.calls.length = 0;
    for (const upstreams of [before, await cms.open()]) {
      cms.clock.now += 10_000;
      for (const page of pages) {
        expect(upstreams.cachedDigest(upstreamKey(page))).toBe(fetchedText(cms.content).digest);
        expect(upstreams.check(page)).toMatchObject({ stale: false });
      }
      await settle();
    }
    expect(cms.calls).toEqual([]);
    expect(await textOf(before, pages[0])).toBe(cms.content);
    expect(cms.calls).toEqual([upstreamKey(pages[0]!)]);
  });

  test('is read from the store when its body is not in memory, also when it is due or its upstream fails', async () => {
    const cms = playUpstream();
    cms.content = 'x'.repeat(20_000);
    cms.bytes = 1_000_000;
    const before = await cms.open();
    const pages = Array.from({ length: 20 }, (_, page) => upstreamRequest({ path: `/page/${page}` }));
    const texts = (of: CachedUpstreams) => Promise.all(pages.map((page) => textOf(of, page)));
    const all = pages.map(() => 'x'.repeat(20_000));
    await texts(before);
    await before.close();
    cms.calls.length = 0;
    const after = await cms.open();
    for (const upstreams of [before, after]) expect(await texts(upstreams)).toEqual(all);
    expect((await after.answersOf('blog', 5)).map(({ body }) => body.length)).toEqual(Array(5).fill(20_000));
    expect(cms.calls).toEqual([]);
    cms.content = undefined;
    cms.clock.now += 60_000;
    for (const upstreams of [before, after]) expect(await texts(upstreams)).toEqual(all);
    expect(cms.calls).toHaveLength(40);
  });

  test('is stale past its lifetime while its upstream fails for another answer', async () => {
    const cms = playUpstream();
    const upstreams = await cms.open();
    const other = upstreamRequest({ path: '/other' });
    for (const one of [request, other]) await upstreams.read(one);
    cms.content = undefined;
    expect(upstreams.check(request)).toMatchObject({ stale: false });
    cms.clock.now += 60_000;
    upstreams.check(other);
    await settle();
    expect(upstreams.check(request)).toMatchObject({ stale: true });
    cms.content = 'b';
    cms.clock.now += 2_000;
    upstreams.check(other);
    await settle();
    expect(upstreams.check(other)).toMatchObject({ stale: false });
  });

  test('is not requested again for two seconds after a failure', async () => {
    const cms = playUpstream();
    const upstreams = await cms.open();
    cms.content = undefined;
    for (let times = 0; times < 10; times++)
      await expect(upstreams.read(request)).rejects.toThrow('This page needs data');
    expect(cms.calls).toHaveLength(1);
    cms.clock.now += 2_000;
    cms.content = 'a';
    expect(await upstreams.read(request)).toMatchObject({ stale: false });
  });

  test('is available after a restart during an outage', async () => {
    const cms = playUpstream();
    const before = await cms.open();
    await before.read(request);
    await before.close();
    cms.content = undefined;
    cms.clock.now += 1_000_000;
    const after = await cms.open();
    expect(after.cachedDigest(key)).toBe(fetchedText('a').digest);
    expect(await textOf(after)).toBe('a');
  });

  test('is deleted from the store when it expires', async () => {
    const cms = playUpstream();
    const before = await cms.open();
    await before.read(request);
    await before.close();
    const then = cms.clock.now;
    cms.clock.now += 60_000 + 3_600_000;
    await (await cms.open()).close();
    cms.clock.now = then;
    expect((await cms.open()).cachedDigest(key)).toBeUndefined();
  });

  test('is refused to an app without permission', async () => {
    const cms = playUpstream();
    const upstreams = await cms.open();
    await upstreams.read(request);
    const unknown = { code: 'UPSTREAM_UNKNOWN', status: 502 };
    await expect(upstreams.read(upstreamRequest({ app: 'legal' }))).rejects.toMatchObject(unknown);
    await expect(upstreams.read(upstreamRequest({ upstream: 'shop' }))).rejects.toMatchObject(unknown);
    await upstreams.read(upstreamRequest({ app: 'marketing' }));
    expect(cms.calls).toHaveLength(2);
  });
});

describe('an invalidation', () => {
  test('refreshes the answers with the tag immediately', async () => {
    const cms = playUpstream();
    const upstreams = await cms.open();
    await upstreams.read(request);
    await upstreams.read(upstreamRequest({ path: '/about', tags: ['about'] }));
    cms.content = 'b';
    expect(await upstreams.invalidate('blog', ['posts', 'other'])).toBe(1);
    await settle();
    expect(upstreams.cachedDigest(key)).toBe(fetchedText('b').digest);
    expect([await textOf(upstreams), cms.calls.length]).toEqual(['b', 3]);
  });

  test('is retried after the upstream failed', async () => {
    const cms = playUpstream();
    const upstreams = await cms.open();
    await upstreams.read(request);
    cms.content = undefined;
    await upstreams.invalidate('blog', ['posts']);
    await settle();
    await upstreams.renew();
    cms.content = 'b';
    await upstreams.renew();
    expect([upstreams.cachedDigest(key), cms.calls.length]).toEqual([fetchedText('b').digest, 4]);
    await upstreams.renew();
    expect(cms.calls).toHaveLength(4);
  });
});

test('an answer with the tags of two readers is invalidated by each tag, with one call', async () => {
  const cms = playUpstream();
  const upstreams = await cms.open();
  const [one, other] = [['posts'], ['home']].map((tags) => upstreamRequest({ tags }));
  await upstreams.read(one!);
  await upstreams.read(other!);
  await upstreams.read(one!);
  expect(cms.calls).toHaveLength(1);
  for (const tag of ['home', 'posts', 'home']) {
    cms.calls = [];
    expect(await upstreams.invalidate('blog', [tag])).toBe(1);
    for (const reader of [one, other, one, other]) {
      await settle();
      await upstreams.read(reader!);
    }
    expect(cms.calls).toHaveLength(1);
  }
});

test('retries of an invalidation do not add calls to a slow upstream', async () => {
  const cms = playUpstream();
  const upstreams = await cms.open();
  const pages = Array.from({ length: 20 }, (_, page) => upstreamRequest({ path: `/posts/${page}` }));
  for (const page of pages) await upstreams.read(page);
  cms.content = undefined;
  await upstreams.invalidate('blog', ['posts']);
  await settle();
  [cms.content, cms.held, cms.calls] = ['b', true, []];
  void upstreams.renew();
  await settle();
  for (const page of pages) upstreams.cachedDigest(upstreamKey(page)); // visitors look at others
  void upstreams.renew();
  await settle();
  expect(cms.calls).toHaveLength(4);
});

describe('two gateways on one database', () => {
  const setUp = async () => {
    const cms = playUpstream({ shared: true });
    return { cms, one: await cms.open(), other: await cms.open() };
  };

  test('share an answer without a second call', async () => {
    const { cms, one, other } = await setUp();
    await one.read(request);
    await one.close();
    expect(await textOf(other)).toBe('a');
    expect(cms.calls).toHaveLength(1);
  });

  test('share a changed answer', async () => {
    const { cms, one, other } = await setUp();
    await one.read(request);
    await one.close();
    await other.read(request);
    cms.content = 'b';
    cms.clock.now += 60_000;
    await one.read(request);
    await settle();
    await one.close();
    await other.catchUp();
    expect([one.cachedDigest(key), other.cachedDigest(key)]).toEqual([
      fetchedText('b').digest,
      fetchedText('b').digest,
    ]);
  });

  test('share an invalidation, also while the upstream fails', async () => {
    const { cms, one, other } = await setUp();
    await one.read(request);
    await one.close();
    await other.read(request);
    cms.content = undefined;
    await one.invalidate('blog', ['posts']);
    await settle();
    await other.catchUp();
    cms.content = 'b';
    await other.renew();
    expect(await textOf(other)).toBe('b');
  });

  test('share an expired answer during an outage', async () => {
    const { cms, one, other } = await setUp();
    await one.read(request);
    await one.close();
    cms.clock.now += 100_000;
    cms.content = undefined;
    expect(await textOf(other)).toBe('a');
  });
});

/** The possible events, in any order. */
const step = fc.oneof(
  fc.record({ do: fc.constant('read' as const), page: fc.nat(1) }),
  fc.record({ do: fc.constant('answer' as const), content: fc.constantFrom('a', 'b', 'c', '', undefined) }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(1, 2_000, 60_000, 4_000_000) }),
  fc.record({ do: fc.constant('hold' as const) }),
  fc.record({ do: fc.constant('release' as const) }),
  fc.record({ do: fc.constant('invalidate' as const) }),
  fc.record({ do: fc.constant('catch up' as const) }),
  fc.record({ do: fc.constant('restart' as const) }),
);

test('no page mixes two answers to one question, for any order of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.boolean(), async (steps, shared) => {
      const cms = playUpstream({ shared });
      let upstreams = await cms.open();
      const other = shared ? await cms.open() : upstreams;
      /** Cached pages: the text of each part, and the digests. */
      const reading: Promise<void>[] = [];
      const pages: { texts: string[]; digests: string[] }[] = [];
      const shown = () => {
        for (const { texts, digests } of pages)
          if (digests.every((digest) => digest === upstreams.cachedDigest(key)))
            expect(new Set(texts).size).toBe(1);
      };
      const read = async () => {
        const answers = await Promise.all([upstreams.read(request), upstreams.read(request)]).catch(() => []);
        if (answers.length === 0) return; // errors are not cached
        for (const { body, digest } of answers) expect(fetchedText(body.toString()).digest).toBe(digest);
        pages.push({
          texts: answers.map(({ body }) => body.toString()),
          digests: answers.map(({ digest }) => digest),
        });
      };
      for (const next of steps) {
        if (next.do === 'read') reading.push(read());
        if (next.do === 'answer') cms.content = next.content;
        if (next.do === 'pass') cms.clock.now += next.ms;
        if (next.do === 'hold') cms.held = true;
        if (next.do === 'release') cms.release();
        if (next.do === 'invalidate') await other.invalidate('blog', ['posts']);
        if (next.do === 'catch up') await upstreams.catchUp();
        if (next.do === 'restart') upstreams = await cms.open();
        await settle();
        shown();
      }
      cms.held = false;
      cms.release();
      await Promise.all(reading);
      await settle();
      shown();
      // All gateways converge on the last answer.
      cms.content = 'last';
      cms.clock.now += 62_000;
      for (const each of [upstreams, other]) {
        await each.read(request);
        await settle();
        await each.close();
      }
      await Promise.all([upstreams.catchUp(), other.catchUp()]);
      expect([await textOf(upstreams), await textOf(other)]).toEqual(['last', 'last']);
    }),
    { numRuns: 100 },
  );
});

describe('a reload of the upstreams', () => {
  const file = (url: string, apps = ['blog']) => [upstreamSettings({ base: new URL('/', url), apps })];

  async function open(servers: UpstreamSettings[] | undefined, isDevelopment = false, db?: Kysely<Tables>) {
    db ??= await openTestDatabase();
    const read = { servers: servers ?? [] };
    const development = { on: isDevelopment, personal: '/personal.yml' };
    const upstreams = await openUpstreams({
      config: { upstreams: { ...(servers && { servers }), answersBytes: 1_000_000 }, development },
      readUpstreams: () => read.servers,
      storage: { db, database: { within: (_, query) => query() }, listen: () => {} },
      settings: createSettingStore(db),
      telemetry: testTelemetry(),
      logger: pino({ level: 'silent' }),
      now: () => 1,
    });
    onTestFinished(() => upstreams.close());
    return { upstreams, read };
  }

  test('uses the new address and the stored answers, on all gateways', async () => {
    const [before, after] = await Promise.all([startFakeCms(), startFakeCms()]);
    for (const cms of [before, after]) cms.answer(json([]));
    const db = await openTestDatabase();
    const [one, other] = [await open(file(before.url), false, db), await open(file(before.url), false, db)];
    await one.upstreams.read(request);
    for (const { read } of [one, other]) read.servers = file(after.url, ['blog', 'legal']);
    expect(await one.upstreams.reload()).toEqual(['cms']);
    await other.upstreams.catchUp();
    for (const [index, { upstreams }] of [one, other].entries()) {
      expect(upstreams.state()).toMatchObject([{ name: 'cms', apps: ['blog', 'legal'] }]);
      await upstreams.read(upstreamRequest({ path: `/posts/${index}` }));
    }
    expect(one.upstreams.cachedDigest(key)).toBeDefined();
    expect([before.asked.length, after.asked.length]).toEqual([1, 2]);
  });

  test('reads a file that was added after the start', async () => {
    const cms = await startFakeCms();
    cms.answer(json([]));
    const { upstreams, read } = await open(undefined, true);
    await expect(upstreams.read(request)).rejects.toMatchObject({ code: 'UPSTREAM_UNKNOWN' });
    read.servers = file(cms.url);
    expect(await upstreams.reload()).toEqual(['cms']);
    expect(await upstreams.read(request)).toMatchObject({ status: 200 });
  });

  test('adds a backend of personal data for its apps, but not for loaders', async () => {
    const { upstreams, read } = await open(file('https://cms.example/'));
    const visitor = { cookies: ['sid'], perMinute: 100 };
    read.servers = [upstreamSettings({ visitor })];
    expect(upstreams.backend('blog', 'cms')).toBeUndefined();
    await upstreams.reload();
    expect(upstreams.backend('blog', 'cms')).toMatchObject({ visitor });
    expect(['legal', 'constructor'].map((app) => upstreams.backend(app, 'cms'))).toEqual([
      undefined,
      undefined,
    ]);
    expect(upstreams.state()).toEqual([]);
    await expect(upstreams.read(request)).rejects.toMatchObject({ code: 'UPSTREAM_UNKNOWN' });
  });

  test('offers an invented backend only in development', async () => {
    const visitor = { cookies: ['sid'], perMinute: 100 };
    const { upstreams } = await open([upstreamSettings({ visitor })], true);
    expect(upstreams.backend('blog', 'cms')).toMatchObject({ visitor });
    expect(upstreams.backend('blog', 'cms')?.invented).toBeUndefined();
    expect(upstreams.backend('blog', 'account')).toMatchObject({ invented: true });
    const live = await open([upstreamSettings({ visitor })]);
    expect(live.upstreams.backend('blog', 'account')).toBeUndefined();
    expect(live.upstreams.backend('blog', 'account', { isPreview: true })).toMatchObject({ invented: true });
  });

  test('changes nothing while the file is invalid', async () => {
    const { upstreams, read } = await open(file('https://cms.example/'));
    Object.defineProperty(read, 'servers', {
      get: () => {
        throw servingErrors.UPSTREAMS_REFUSED({ reason: 'no address' });
      },
    });
    await expect(upstreams.reload()).rejects.toMatchObject({ code: 'GW_UPSTREAMS_REFUSED' });
    expect(upstreams.state()).toMatchObject([{ name: 'cms', apps: ['blog'] }]);
  });
});
