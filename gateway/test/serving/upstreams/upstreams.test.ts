import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { createStateStore } from '../../../src/platform/database/state-store.ts';
import type { Tables } from '../../../src/platform/database/tables.ts';
import { gatewayErrors } from '../../../src/platform/errors.ts';
import type { UpstreamSettings } from '../../../src/platform/settings/upstream-settings.ts';
import { upstreamKey } from '../../../src/serving/upstreams/upstream-answers.ts';
import { openUpstreams } from '../../../src/serving/upstreams/upstreams.ts';
import { upstreamRequest } from '../../fixtures/cached-response.ts';
import { json, startFakeCms } from '../../fixtures/fake-cms.ts';
import { DATABASES, testDatabase } from '../../fixtures/test-database.ts';
import { testTelemetry } from '../../fixtures/test-telemetry.ts';
import { upstreamSettings } from '../../fixtures/upstream-settings.ts';
import { fetchedText, playUpstream, type CachedUpstreams } from '../../fixtures/played-upstream.ts';

const request = upstreamRequest();
const key = upstreamKey(request);
/** Lets all promises go on that can. */
const settle = () => new Promise((done) => void setImmediate(done));
const textOf = async (upstreams: CachedUpstreams, of = request) => (await upstreams.read(of)).body.toString();

describe('what an upstream answered', () => {
  test('is there at once past its time, and asked for again behind whoever wants it', async () => {
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

  test('a hundred that want it when its time is over cost one call; unchanged, pages of it stay good', async () => {
    const cms = playUpstream();
    const upstreams = await cms.open();
    await upstreams.read(request);
    const before = upstreams.cachedDigest(key);
    cms.clock.now += 60_000;
    await Promise.all(Array.from({ length: 100 }, () => upstreams.read(request)));
    await settle();
    expect([cms.calls.length, upstreams.cachedDigest(key)]).toEqual([2, before]);
  });

  test('is had for a listed page though the same call for an invented address hangs, or has just failed', async () => {
    const cms = playUpstream();
    const upstreams = await cms.open();
    const invented = async () => false;
    cms.content = undefined;
    await expect(upstreams.read(request, invented)).rejects.toMatchObject({ code: 'UPSTREAM_UNREACHABLE' });
    await expect(upstreams.read(request, invented)).rejects.toMatchObject({ code: 'UPSTREAM_UNREACHABLE' });
    expect(cms.calls).toHaveLength(1);
    cms.held = true;
    cms.clock.now += 2_000;
    const hanging = upstreams.read(request, invented);
    await settle();
    Object.assign(cms, { held: false, content: 'a' });
    expect(await textOf(upstreams)).toBe('a');
    cms.release();
    await expect(hanging).resolves.toMatchObject({ body: Buffer.from('a') });
  });

  test('is shown while the upstream fails, and said to be old; how long, the operator says', async () => {
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

  test('is timed while a rendering waits for its call, also when the call fails', async () => {
    const cms = playUpstream();
    const upstreams = await cms.open();
    const read = async () => {
      cms.held = true;
      const reading = upstreams.read(request).catch(() => {});
      await settle();
      cms.clock.now += 30;
      cms.release();
      await reading;
    };
    cms.content = undefined;
    await read();
    cms.clock.now += 2_000;
    cms.content = 'a';
    await read();
    await read();
    expect(cms.waits).toEqual([
      ['blog', 30],
      ['blog', 30],
    ]);
  });

  test('an upstream that fails is not asked again and again for the same', async () => {
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

  test('is there after a restart, also when the upstream is not', async () => {
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

  test('is not stored any longer than it may be shown', async () => {
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

  test('an app that may not ask has a code of its own, and no answer of another app', async () => {
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
  test('asks for what has the tag at once; pages of what changed are good no more', async () => {
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

  test('is made up for when the upstream fails just then', async () => {
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

test('one answer that two ask for by tags of their own is invalidated by each, with one call', async () => {
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
    for (const asked of [one, other, one, other]) {
      await settle();
      await upstreams.read(asked!);
    }
    expect(cms.calls).toHaveLength(1);
  }
});

test('a slow upstream is not asked by more and more who make up for an invalidation', async () => {
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

describe('of two gateways on one database', () => {
  const setUp = async () => {
    const cms = playUpstream({ shared: true });
    return { cms, one: await cms.open(), other: await cms.open() };
  };

  test('the second takes what the first was answered, without a call', async () => {
    const { cms, one, other } = await setUp();
    await one.read(request);
    await one.close();
    expect(await textOf(other)).toBe('a');
    expect(cms.calls).toHaveLength(1);
  });

  test('each takes what the other was answered when it changed', async () => {
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

  test('an invalidation at one is one at the other, also when nobody could answer it', async () => {
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

  test('one that starts has what the others were answered, though the upstream is gone', async () => {
    const { cms, one, other } = await setUp();
    await one.read(request);
    await one.close();
    cms.clock.now += 100_000;
    cms.content = undefined;
    expect(await textOf(other)).toBe('a');
  });
});

/** What may happen, in any order. */
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

test('whatever an upstream answers, and when: no page that is shown mixes two answers to one question', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.boolean(), async (steps, shared) => {
      const cms = playUpstream({ shared });
      let upstreams = await cms.open();
      const other = shared ? await cms.open() : upstreams;
      /** Pages as a cache has them: what was read for each part, and the digests. */
      const reading: Promise<void>[] = [];
      const pages: { texts: string[]; digests: string[] }[] = [];
      const shown = () => {
        for (const { texts, digests } of pages)
          if (digests.every((digest) => digest === upstreams.cachedDigest(key)))
            expect(new Set(texts).size).toBe(1);
      };
      const read = async () => {
        const answers = await Promise.all([upstreams.read(request), upstreams.read(request)]).catch(() => []);
        if (answers.length === 0) return; // an error, which no cache keeps
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
      // Once it answers, all end up with what it says.
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

describe('told to read its upstreams anew, a gateway', () => {
  const file = (url: string, apps = ['blog']) => [upstreamSettings({ base: new URL('/', url), apps })];

  async function open(db: Kysely<Tables>, servers: UpstreamSettings[] | undefined, isDevelopment?: boolean) {
    const read = { servers: servers ?? [] };
    const development = { on: isDevelopment ?? false, personal: '/personal.yml' };
    const upstreams = await openUpstreams({
      config: { upstreams: { ...(servers && { servers }), answersBytes: 1_000_000 }, development },
      readUpstreams: () => read.servers,
      storage: { db, state: createStateStore(db), listen: () => {} },
      telemetry: testTelemetry(),
      logger: pino({ level: 'silent' }),
      now: () => 1,
    });
    onTestFinished(() => upstreams.close());
    return { upstreams, read };
  }

  test('asks the new address, keeps what was answered, and so do the others', async () => {
    const [before, after] = await Promise.all([startFakeCms(), startFakeCms()]);
    for (const cms of [before, after]) cms.answer(json([]));
    const db = await openDatabase(await testDatabase(DATABASES[0]!));
    onTestFinished(() => db.destroy());
    const [one, other] = [await open(db, file(before.url)), await open(db, file(before.url))];
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

  test('asks those of a file that came after its start', async () => {
    const cms = await startFakeCms();
    cms.answer(json([]));
    const db = await openDatabase(await testDatabase(DATABASES[0]!));
    onTestFinished(() => db.destroy());
    const { upstreams, read } = await open(db, undefined, true);
    await expect(upstreams.read(request)).rejects.toMatchObject({ code: 'UPSTREAM_UNKNOWN' });
    read.servers = file(cms.url);
    expect(await upstreams.reload()).toEqual(['cms']);
    expect(await upstreams.read(request)).toMatchObject({ status: 200 });
  });

  test('has a backend of personal data from then on, for its apps, and asks it for no loader', async () => {
    const db = await openDatabase(await testDatabase(DATABASES[0]!));
    onTestFinished(() => db.destroy());
    const { upstreams, read } = await open(db, file('https://cms.example/'));
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

  test('has an invented backend in development alone, where no other answers', async () => {
    const db = await openDatabase(await testDatabase(DATABASES[0]!));
    onTestFinished(() => db.destroy());
    const visitor = { cookies: ['sid'], perMinute: 100 };
    const { upstreams } = await open(db, [upstreamSettings({ visitor })], true);
    expect(upstreams.backend('blog', 'cms')).toMatchObject({ visitor });
    expect(upstreams.backend('blog', 'cms')?.invented).toBeUndefined();
    expect(upstreams.backend('blog', 'account')).toMatchObject({ invented: true });
    const live = await open(db, [upstreamSettings({ visitor })]);
    expect(live.upstreams.backend('blog', 'account')).toBeUndefined();
  });

  test('stays as it is while the file is wrong', async () => {
    const db = await openDatabase(await testDatabase(DATABASES[0]!));
    onTestFinished(() => db.destroy());
    const { upstreams, read } = await open(db, file('https://cms.example/'));
    Object.defineProperty(read, 'servers', {
      get: () => {
        throw gatewayErrors.UPSTREAMS_REFUSED({ reason: 'no address' });
      },
    });
    await expect(upstreams.reload()).rejects.toMatchObject({ code: 'GW_UPSTREAMS_REFUSED' });
    expect(upstreams.state()).toMatchObject([{ name: 'cms', apps: ['blog'] }]);
  });
});
