import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StateStore } from '../../../src/releasing/state/state-store.ts';
import { remoteRelease, shellRelease, version } from '../../fixtures/fixture-release.ts';
import { type SetupOptions, setUpSite } from '../../fixtures/test-changes.ts';
import { createChanges } from '../../../src/releasing/activation/changes.ts';

type Setup = Awaited<ReturnType<typeof setUpSite>>;

const RELEASES = {
  docs: ['one', 'two', 'three'].map((text) => version(text)),
  news: ['first', 'second'].map((text) => version(text, 'news')),
};
type App = keyof typeof RELEASES;

/**
 * Follows the history: each entry fits the earlier ones, and each composition its entries. @returns what is live at its
 * end.
 */
async function followed({ history, state }: Setup): Promise<Record<string, string>> {
  const live: Record<string, string> = {};
  const holds = new Set<string | null>();
  const entries = (await history()).toReversed();
  for (const [index, { app, from, to, action, composition }] of entries.entries()) {
    if (action === 'pin' || action === 'freeze') holds.add(app);
    if (action === 'unpin' || action === 'unfreeze') holds.delete(app);
    if (app === null || composition === undefined) continue;
    expect([action, app, live[app] ?? null]).toEqual([action, app, from]);
    if (action === 'activate') expect([app, holds.has(app), holds.has(null)]).toEqual([app, false, false]);
    if (to === null) delete live[app];
    else live[app] = to;
    if (entries[index + 1]?.composition !== composition)
      expect((await state.composition(composition))!.composition.apps).toEqual(live);
  }
  return live;
}

/** The scheduler decides when each call of the store and each check ends. */
function scheduled(scheduler: fc.Scheduler): SetupOptions {
  return {
    checkClient: () => scheduler.schedule(Promise.resolve([])),
    around(state) {
      const calls = Object.entries(state) as [keyof StateStore, (...args: unknown[]) => Promise<unknown>][];
      const wrapped = calls.map(([name, call]) => [
        name,
        async (...args: unknown[]) => {
          await scheduler.schedule(Promise.resolve(), name);
          return call(...args);
        },
      ]);
      return Object.fromEntries(wrapped) as StateStore;
    },
  };
}

const anyApp = fc.constantFrom<App>('docs', 'news');
const command = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('publish' as const), app: anyApp, index: fc.nat(2) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('rollback' as const), app: anyApp }) },
  fc.record({ does: fc.constantFrom('pin' as const, 'unpin' as const, 'retire' as const), app: anyApp }),
  fc.record({ does: fc.constantFrom('freeze' as const, 'unfreeze' as const, 'catchUp' as const) }),
);
type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never;

async function run({ changes, publish }: Setup, given: Command): Promise<unknown> {
  switch (given.does) {
    case 'publish': {
      const releases = RELEASES[given.app];
      return publish(releases[given.index % releases.length]!);
    }
    case 'rollback':
      return changes.rollback(given.app, undefined, 'bob');
    case 'pin':
      return changes.pin(given.app, undefined, 'bob');
    case 'unpin':
    case 'retire':
      return changes[given.does](given.app, 'bob');
    case 'freeze':
      return changes.freeze('', 'bob');
    case 'unfreeze':
      return changes.unfreeze('bob');
    case 'catchUp':
      return changes.catchUp();
  }
}

/** A refusal is a valid answer; any other error is a defect. */
const isRefusal = (error: unknown) => isPlatformError(error) && error.code.startsWith('GW_');

test('concurrent changes replace the live release, respect pins and freezes, and leave site and store equal', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(command, { minLength: 2, maxLength: 6 }),
      async (scheduler, commands) => {
        const whole = (async () => {
          const fixtures = [shellRelease(), RELEASES.docs[0]!, RELEASES.news[0]!];
          const setup = await setUpSite(fixtures, scheduled(scheduler));
          const failures = await Promise.all(
            commands.map((given) =>
              run(setup, given).then(
                () => undefined,
                (error: Error) => error,
              ),
            ),
          );
          expect(failures.filter((error) => error && !isRefusal(error))).toEqual([]);
          expect(await setup.state.liveId()).toBe(setup.site.live()!.composition.id);
          expect(await followed(setup)).toEqual(setup.live());
        })();
        await scheduler.waitFor(whole);
      },
    ),
    { numRuns: 30 },
  );
});

const [one, two, three] = [version('one'), version('two'), version('three')];
const digests = { one: one.release.digest, two: two.release.digest, three: three.release.digest };

const setUp = () => setUpSite([shellRelease(), one, version('first', 'news')]);

test('while an app is pinned its releases wait, and the newest goes live when the pin ends', async () => {
  const { changes, publish, live, history } = await setUp();
  expect(await changes.pin('docs', undefined, 'bob')).toMatchObject({
    message: `docs is pinned at ${digests.one.slice(0, 12)}; newer releases wait`,
  });
  for (const held of [two, three])
    expect(await publish(held)).toMatchObject({ activated: false, waiting: { for: 'pin' } });
  expect(live()['docs']).toBe(digests.one);
  expect(await changes.unpin('docs', 'bob')).toMatchObject({
    message: 'docs is not pinned any more; what waited is live: docs',
  });
  expect(live()['docs']).toBe(digests.three);
  expect((await history('docs')).map(({ action }) => action)).toEqual([
    'activate',
    'unpin',
    'admit',
    'admit',
    'pin',
    'activate',
  ]);
});

test('a pin at another release activates that release first', async () => {
  const { changes, publish, live } = await setUp();
  await publish(two);
  await changes.pin('docs', digests.one.slice(0, 8), 'bob');
  expect(live()['docs']).toBe(digests.one);
  expect((await publish(three)).waiting).toMatchObject({ for: 'pin' });
});

test('releases wait during a freeze, and go live together when it ends', async () => {
  const { changes, publish, live } = await setUp();
  const news = version('second', 'news');
  await changes.freeze('the fair', 'bob');
  for (const held of [two, news])
    expect((await publish(held)).waiting).toEqual({
      for: 'freeze',
      reason: 'the site is frozen by bob: the fair',
    });
  expect(live()).toMatchObject({ docs: digests.one });
  const { message } = await changes.unfreeze('bob');
  expect(message).toMatch(/^the site is not frozen any more; what waited is live: (docs, news|news, docs)$/);
  expect(live()).toMatchObject({ docs: digests.two, news: news.release.digest });
});

test('a pinned app does not change when a freeze ends', async () => {
  const { changes, publish, live } = await setUp();
  await changes.pin('docs', undefined, 'bob');
  await changes.freeze('', 'bob');
  await publish(two);
  await changes.unfreeze('bob');
  expect(live()['docs']).toBe(digests.one);
});

test('unpin without a pin, unfreeze without a freeze and pin of an unknown app are refused', async () => {
  const { changes } = await setUp();
  await expect(changes.unpin('docs', 'bob')).rejects.toMatchObject({ code: 'GW_NOT_PINNED' });
  await expect(changes.unfreeze('bob')).rejects.toMatchObject({ code: 'GW_NOT_FROZEN' });
  await expect(changes.pin('extra', undefined, 'bob')).rejects.toMatchObject({ code: 'GW_APP_UNKNOWN' });
});

test('a release whose hold ended gives way to a release that was published before its admission', async () => {
  const gate = Promise.withResolvers<void>();
  const hook = { wait: async () => {} };
  const { changes, publish, live } = await setUpSite([shellRelease(), one], {
    checkClient: async () => {
      await hook.wait();
      return [];
    },
  });
  await changes.freeze('', 'bob');
  await publish(two);
  hook.wait = () => gate.promise;
  const published = publish(three);
  const unfrozen = changes.unfreeze('bob');
  gate.resolve();
  await Promise.all([published, unfrozen]);
  expect(live()['docs']).toBe(digests.three);
});

test('a publish that hangs gives way to one of another app, and goes live afterwards', async () => {
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const setup = await setUpSite([shellRelease(), one, version('first', 'news')], {
    checkClient: async ({ served }) => {
      if (served.composition.apps['docs'] === digests.two) {
        begun.resolve();
        await gate.promise;
      }
      return [];
    },
  });
  const timers: (() => void)[] = [];
  const after = (_: number, call: () => void) => (timers.push(call), () => {});
  const changes = createChanges({ ...setup.options, after });
  await changes.catchUp();
  const news = version('second', 'news');
  await setup.receive(two, news);
  const hangs = changes.publish([two.release], 'ada');
  await begun.promise;
  const reports: unknown[] = [];
  const published = changes.publish([news.release], 'bob', { onWaiting: (ahead) => reports.push(ahead) });
  expect(reports).toEqual([{ kind: 'publish', apps: ['docs'], since: setup.clock.now }]);
  setup.clock.now += 5_000;
  for (const call of timers.splice(0)) call();
  expect(await published).toMatchObject({ activated: true });
  expect(setup.live()).toMatchObject({ docs: digests.one, news: news.release.digest });
  gate.resolve();
  expect(await hangs).toMatchObject({ activated: true });
  expect(setup.live()).toMatchObject({ docs: digests.two, news: news.release.digest });
});

test('retiring a remote removes it immediately, without starting the other apps', async () => {
  const docs = version('one');
  const { changes, live, history, started, state } = await setUpSite([
    shellRelease(),
    docs,
    version('first', 'news'),
  ]);
  const before = started.length;
  expect(await changes.retire('docs', 'bob')).toMatchObject({
    message: 'docs is off the site',
    from: docs.release.digest,
    composition: await state.liveId(),
  });
  expect([Object.keys(live()), started.length]).toEqual([['news', 'shell'], before]);
  expect((await history('docs'))[0]).toMatchObject({ action: 'retire', actor: 'bob', to: null });
});

test('a retired app can be published again', async () => {
  const { changes, publish, live } = await setUpSite([shellRelease(), version('one')]);
  await changes.retire('docs', 'bob');
  await publish(version('one'));
  expect(Object.keys(live())).toEqual(['docs', 'shell']);
});

test.each([
  ['the shell', 'shell', 'GW_SHELL_STAYS'],
  ['an app that is not live', 'extra', 'GW_APP_UNKNOWN'],
  ['an app that another app needs', 'docs', 'GW_RETIRE_REFUSED'],
])('%s cannot be retired', async (_, app, code) => {
  const guarded = remoteRelease({ guards: { signedIn: '() => true' } });
  const guarding = remoteRelease({
    app: 'news',
    routes: [{ id: 'news.home', path: '/news', guards: ['signedIn'] }],
  });
  const { changes, live } = await setUpSite([shellRelease(), guarded, guarding]);
  const before = live();
  expect(Object.keys(before)).toEqual(['docs', 'news', 'shell']);
  await expect(changes.retire(app, 'bob')).rejects.toMatchObject({ code });
  expect(live()).toEqual(before);
});

test('a publish is based on the releases that another gateway activated', async () => {
  const { another, publish, receive, live } = await setUpSite([shellRelease(), one]);
  const news = version('first', 'news');
  await receive(news);
  await another().changes.publish([news.release], 'bob');
  await publish(two);
  expect(live()).toMatchObject({ docs: digests.two, news: news.release.digest });
});

test('a refused release has no preview', async () => {
  const { changes, broken, state } = await setUp();
  broken.add(two.release.digest);
  const verdict = await changes.preview([two.release], 'ada');
  expect(verdict).toMatchObject({ accepted: false, checks: [{ code: 'ADMISSION_BUNDLE' }] });
  expect([verdict.previewUrl, await state.release('docs', two.release.digest)]).toEqual([
    undefined,
    undefined,
  ]);
});

test('garbage is collected after the running admission and before the next one', async () => {
  const log: string[] = [];
  const setup = await setUpSite([shellRelease(), one], {
    checkClient: async () => {
      log.push('admission begins');
      await new Promise((resume) => void setImmediate(resume));
      log.push('admission ends');
      return [];
    },
  });
  const collectGarbage = async () => {
    log.push('collection');
    return { compositions: 0, releases: 0, blobs: 0, bytes: 0 };
  };
  const changes = createChanges({ ...setup.options, collectGarbage });
  await changes.catchUp();
  const news = version('first', 'news');
  await setup.receive(two, news);
  log.length = 0;
  await Promise.all([
    changes.publish([two.release], 'ada'),
    changes.collect(),
    changes.publish([news.release], 'ada'),
  ]);
  const admission = ['admission begins', 'admission ends'];
  expect(log).toEqual([...admission, 'collection', ...admission]);
});
