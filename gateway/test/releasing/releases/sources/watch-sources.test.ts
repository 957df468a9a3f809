import type { Release } from '@voltframe/kit/contract/release/release';
import { fakeClock, settle } from '@voltframe/kit/testing/fake-clock';
import { expect, test } from 'vitest';
import {
  type Offer,
  REPORTED_AFTER,
  type WatchedSource,
  watchSources,
} from '../../../../src/releasing/releases/sources/watch-sources.ts';

const INTERVAL_MS = 2_000;
const GATHER_MS = 1_000;
const never = new Promise<never>(() => {});
const offer = (version: string): Offer => ({ version, manifest: '', read: () => never });
/** Offers another version at each look. */
const changing = (app: string): WatchedSource => {
  let looks = 0;
  return { app, name: 'origin', look: async () => offer(String(++looks)) };
};
const hanging = (app: string): WatchedSource => ({ app, name: 'origin', look: () => never });

function watch(sources: WatchedSource[], deploy?: (apps: string[]) => Promise<void>) {
  const clock = fakeClock();
  const deployed: string[][] = [];
  const errors: unknown[] = [];
  const empty: string[] = [];
  const slow = new Map<string, Promise<void>>();
  const watcher = watchSources(sources, {
    intervalMs: INTERVAL_MS,
    random: () => 0.5,
    async take({ app }, { version }) {
      await slow.get(app);
      if (version === 'half') return { settled: false };
      return { release: { app, digest: version } as Release, settled: true };
    },
    async deploy(releases) {
      const apps = releases.map(({ app, digest }) => `${app} ${digest}`);
      deployed.push(apps);
      await deploy?.(apps);
    },
    onError: (_, error) => errors.push(error),
    onEmpty: ({ app }) => empty.push(app),
    after(ms, callback) {
      const timer = clock.setTimeout(callback, ms);
      return () => clock.clearTimeout(timer);
    },
  });
  return { clock, deployed, empty, errors, slow, watcher };
}

test('releases of the first look are deployed together', async () => {
  const { deployed, watcher } = watch([changing('blog'), changing('shell')]);
  await watcher.start(GATHER_MS);
  expect(deployed).toEqual([['blog 1', 'shell 1']]);
});

test('a source that hangs delays no other source, neither at the start nor later', async () => {
  const { clock, deployed, watcher } = watch([hanging('legal'), changing('blog')]);
  const started = watcher.start(GATHER_MS);
  await clock.advance(GATHER_MS);
  await started;
  expect(deployed).toEqual([['blog 1']]);
  await clock.advance(2 * INTERVAL_MS);
  expect(deployed).toEqual([['blog 1'], ['blog 2'], ['blog 3']]);
});

/** Refuses the first looks. */
const refusing = (source: WatchedSource, times: number): WatchedSource => ({
  ...source,
  async look(known) {
    if (times-- > 0) throw new Error('connect ECONNREFUSED');
    return source.look(known);
  },
});

test('a remote source that refuses the first looks is deployed with the others', async () => {
  const remote = refusing({ ...changing('legal'), isRemote: true }, 3);
  const { clock, deployed, watcher } = watch([remote, changing('blog')]);
  const started = watcher.start(GATHER_MS);
  await clock.advance(GATHER_MS);
  await started;
  expect(deployed).toEqual([['blog 1', 'legal 1']]);
});

test('the looks of a remote source while releases are gathered fail once', async () => {
  const remote = refusing({ ...changing('legal'), isRemote: true }, Infinity);
  const { clock, errors, watcher } = watch([remote]);
  void watcher.start(GATHER_MS);
  await clock.advance(2 * GATHER_MS);
  for (let look = 2; look < REPORTED_AFTER; look++) await clock.advance(INTERVAL_MS);
  expect(errors).toEqual([]);
  await clock.advance(INTERVAL_MS);
  expect(errors).toHaveLength(1);
});

test('a source that is not remote is read once at the start', async () => {
  const { deployed, watcher } = watch([refusing(changing('legal'), 1), changing('blog')]);
  await watcher.start(GATHER_MS);
  expect(deployed).toEqual([['blog 1']]);
});

test('a source whose files are never read to the end delays no other source', async () => {
  const { clock, deployed, slow, watcher } = watch([changing('legal'), changing('blog')]);
  slow.set('legal', never);
  const started = watcher.start(GATHER_MS);
  await clock.advance(GATHER_MS);
  await started;
  await clock.advance(INTERVAL_MS);
  expect(deployed).toEqual([['blog 1'], ['blog 2']]);
});

test('a release that arrives late at the start is deployed alone', async () => {
  const { clock, deployed, slow, watcher } = watch([changing('legal'), changing('blog')]);
  const read = Promise.withResolvers<void>();
  slow.set('legal', read.promise);
  void watcher.start(GATHER_MS);
  await clock.advance(GATHER_MS);
  read.resolve();
  await settle();
  expect(deployed).toEqual([['blog 1'], ['legal 1']]);
});

test('a slow deployment delays no release of another app, and a newer one of its own app until it is done', async () => {
  const first = Promise.withResolvers<void>();
  const { clock, deployed, watcher } = watch([changing('blog'), changing('legal')], ([app]) =>
    app === 'blog 2' ? first.promise : Promise.resolve(),
  );
  await watcher.start(GATHER_MS);
  const [ofBlog] = deployed.splice(0);
  expect(ofBlog).toEqual(['blog 1', 'legal 1']);
  await clock.advance(INTERVAL_MS);
  const newer = watcher.round();
  await settle();
  await clock.advance(INTERVAL_MS);
  expect(deployed.flat().filter((name) => name.startsWith('legal'))).not.toEqual([]);
  expect(deployed.flat().filter((name) => name.startsWith('blog'))).toEqual(['blog 2']);
  first.resolve();
  await newer;
  expect(deployed.flat()).toContain('blog 3');
});

test('releases that become ready during a deployment are deployed together after it', async () => {
  const first = Promise.withResolvers<void>();
  const { deployed, watcher } = watch([changing('blog'), changing('legal')], ([app]) =>
    app === 'blog 1' ? first.promise : Promise.resolve(),
  );
  const before = watcher.round();
  await settle();
  const meanwhile = watcher.round();
  await settle();
  expect(deployed).toEqual([['blog 1', 'legal 1']]);
  first.resolve();
  await Promise.all([before, meanwhile]);
  expect(deployed.slice(1)).toEqual([['blog 2', 'legal 2']]);
});

test('a deployment that fails is reported, and retried at the next look', async () => {
  let fails = true;
  const same: WatchedSource = {
    app: 'blog',
    name: 'origin',
    look: async (known) => (known === '1' ? undefined : offer('1')),
  };
  const { clock, deployed, errors, watcher } = watch([same], async () => {
    if (fails) throw new Error('the store is away');
  });
  await watcher.start(GATHER_MS);
  await settle();
  expect(errors).toHaveLength(1);
  fails = false;
  await clock.advance(2 * INTERVAL_MS);
  expect(deployed).toEqual([['blog 1'], ['blog 1']]);
});

test('a source that fails while its container is replaced is not reported, and a longer failure once', async () => {
  const down = new Error('connect ECONNREFUSED');
  let fails = true;
  const replaced: WatchedSource = {
    app: 'blog',
    name: 'origin',
    async look() {
      if (fails) throw down;
      return undefined;
    },
  };
  const { clock, errors, watcher } = watch([replaced]);
  await watcher.start(GATHER_MS);
  const looks = async (times: number): Promise<void> => {
    for (let look = 0; look < times; look++) await clock.advance(INTERVAL_MS);
  };
  await looks(REPORTED_AFTER - 2);
  fails = false;
  await looks(1);
  fails = true;
  await looks(REPORTED_AFTER - 1);
  expect(errors).toEqual([]);
  await looks(REPORTED_AFTER);
  expect(errors).toEqual([down]);
});

test('closing stops the looks without waiting for a source that hangs, and ignores its later failure', async () => {
  const look = Promise.withResolvers<never>();
  const hangs: WatchedSource = { app: 'legal', name: 'folder', look: () => look.promise };
  const { clock, deployed, errors, watcher } = watch([hangs, changing('blog')]);
  void watcher.start(GATHER_MS);
  await clock.advance(GATHER_MS);
  await watcher.close();
  look.reject(new Error('the thread has ended'));
  await clock.advance(3 * INTERVAL_MS);
  expect([deployed, clock.pending(), errors]).toEqual([[['blog 1']], 0, []]);
});

test('closing waits for a deployment', async () => {
  const steps: string[] = [];
  const deployed = Promise.withResolvers<void>();
  const { watcher } = watch([changing('blog')], () => deployed.promise);
  void watcher.round();
  await settle();
  const closing = watcher.close().then(() => steps.push('closed'));
  await settle();
  steps.push('deployed');
  deployed.resolve();
  await closing;
  expect(steps).toEqual(['deployed', 'closed']);
});

/** A source that is read only at the start of the gateway. */
const atStart = (app: string, look: WatchedSource['look']): WatchedSource => ({
  app,
  name: 'folder',
  once: true,
  look,
});

test('a source that is read only at the start is not read again after its release is deployed', async () => {
  let looks = 0;
  const { clock, deployed, watcher } = watch([
    atStart('blog', async () => offer(String(++looks))),
    atStart('legal', async () => {
      looks++;
      return undefined;
    }),
    changing('shell'),
  ]);
  await watcher.start(GATHER_MS);
  await clock.advance(INTERVAL_MS);
  await watcher.round();
  expect(deployed.flat()).toEqual(['blog 1', 'shell 1', 'shell 2', 'shell 3']);
  expect(looks).toBe(2);
});

test('a source that is read only at the start is retried until its release is deployed', async () => {
  const looks = [new Error('no right to read it'), 'half', '1', '1', '2'];
  const blog = atStart('blog', async () => {
    const found = looks.shift()!;
    if (found instanceof Error) throw found;
    return offer(found);
  });
  let isAway = true;
  const { clock, deployed, errors, watcher } = watch([blog], async () => {
    if (isAway) throw new Error('the store is away');
  });
  await watcher.start(GATHER_MS);
  await settle();
  await clock.advance(2 * INTERVAL_MS);
  isAway = false;
  await clock.advance(3 * INTERVAL_MS);
  expect([deployed, errors.length]).toEqual([[['blog 1'], ['blog 1']], 1]);
  expect(looks).toEqual(['2']);
});

test('a source without a release at its first answer is told once, and one with a release is not', async () => {
  let answer: Offer | undefined;
  let isUp = false;
  const late: WatchedSource = {
    app: 'blog',
    name: 'origin',
    async look() {
      if (!isUp) throw new Error('refused');
      return answer;
    },
  };
  const { clock, empty, watcher } = watch([late, changing('shell')]);
  await watcher.start(GATHER_MS);
  expect(empty).toEqual([]);
  isUp = true;
  await clock.advance(3 * INTERVAL_MS);
  expect(empty).toEqual(['blog']);
  answer = offer('1');
  await clock.advance(INTERVAL_MS);
  answer = undefined;
  await clock.advance(INTERVAL_MS);
  expect(empty).toEqual(['blog']);
});
