import { expect, test } from 'vitest';
import {
  createReleaseIndex,
  createReleaseTable,
  createServable,
  formsOf,
} from '../../../src/serving/compositions/servable.ts';
import { remoteRelease, sha256, shellRelease } from '../../fixtures/fixture-release.ts';
import { formVersion } from '@voltframe/kit/contract/forms/form';
import { contact, subscribe } from '@voltframe/kit/testing/sample-forms';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { StateStore } from '../../../src/releasing/state/state-store.ts';
import { composed } from '../../fixtures/composed.ts';

const release = (client: Record<string, string>) => remoteRelease({ client }).release;

test('finds a client file with its codings, and no other file', () => {
  const index = createReleaseIndex();
  index.add(release({ 'a.js': 'a', 'a.js.br': 'b', 'a.js.gz': 'g' }), true);
  expect(index.asset('docs', 'a.js')).toEqual({
    file: 'a.js',
    bytes: 1,
    blobs: { identity: sha256('a'), br: sha256('b'), gzip: sha256('g') },
  });
  for (const file of ['a.js.br', 'server/server.cjs', 'server.cjs', 'er.cjs', 'gone.js'])
    expect(index.asset('docs', file)).toBeUndefined();
  expect(index.asset('news', 'a.js')).toBeUndefined();
});

test('finds no source map under any name', () => {
  const index = createReleaseIndex();
  index.add(remoteRelease({ serverMap: '{}' }).release, true);
  const path = 'maps/server/server.cjs.map';
  for (let from = 0; from < path.length; from++)
    expect(index.asset('docs', path.slice(from))).toBeUndefined();
});

test('stores a shared file once, until its last release is removed', () => {
  const index = createReleaseIndex();
  const one = release({ 'a.js': 'a', 'one.js': '1' });
  const two = release({ 'a.js': 'a', 'two.js': '2' });
  index.add(one, true);
  const shared = index.asset('docs', 'a.js');
  index.add(two, true);
  expect(index.asset('docs', 'a.js')).toBe(shared);
  index.keepOnly(new Set([two.digest]));
  const found = ['a.js', 'one.js', 'two.js'].filter((file) => index.asset('docs', file));
  expect(found).toEqual(['a.js', 'two.js']);
  expect([index.has(one.digest, false), index.has(two.digest, true)]).toEqual([false, true]);
  index.keepOnly(new Set());
  expect(index.asset('docs', 'a.js')).toBeUndefined();
});

test('finds the file of a shared library by its digest, until the last app that has it is removed', () => {
  const index = createReleaseIndex();
  const digest = sha256('library');
  const having = (app: string) => remoteRelease({ app, client: { [`-/${digest}.js`]: 'library' } }).release;
  const [one, two] = [having('docs'), having('news')];
  index.add(one, true);
  index.add(two, true);
  expect(index.asset('-', `${digest}.js`)?.blobs).toEqual({ identity: digest });
  index.keepOnly(new Set([two.digest]));
  expect(index.asset('-', `${digest}.js`)?.blobs).toEqual({ identity: digest });
  index.keepOnly(new Set());
  expect(index.asset('-', `${digest}.js`)).toBeUndefined();
});

const version = (number: number) => ({ ...contact, version: number });
const [first, second, third] = [1, 2, 3].map((number) => remoteRelease({ forms: [version(number)] }).release);
const ids = (forms: ReturnType<typeof formsOf>) => forms.map(formVersion);

test('lists the live version of a form first, then those of leased releases, the newest first', () => {
  const index = createReleaseIndex();
  for (const one of [first!, third!, second!]) index.add(one, true);
  expect(ids(index.formsAt('/api/contact', [version(2)]))).toEqual(['contact@2', 'contact@3', 'contact@1']);
});

test('prefers the live declaration of a version', () => {
  const index = createReleaseIndex();
  index.add(first!, true);
  const live = { ...version(1), thanks: 'Thanks.' };
  expect(index.formsAt('/api/contact', [live])).toEqual([live]);
});

test('names the app of a form, and none while another app with the same address is leased', () => {
  const index = createReleaseIndex();
  index.add(first!, true);
  const appsAt = (...live: ReturnType<typeof formsOf>) =>
    index.formsAt('/api/contact', live).map((form) => [formVersion(form), form.app]);
  const { release: renamed } = remoteRelease({ app: 'news', forms: [version(2)] });
  expect(appsAt(...formsOf(second!))).toEqual([
    ['contact@2', 'docs'],
    ['contact@1', 'docs'],
  ]);
  expect(appsAt(...formsOf(renamed))).toEqual([
    ['contact@2', undefined],
    ['contact@1', undefined],
  ]);
  index.keepOnly(new Set());
  expect(appsAt(...formsOf(renamed))).toEqual([['contact@2', 'news']]);
});

test('lists a form of a removed app while its release is leased', () => {
  const index = createReleaseIndex();
  index.add(first!, true);
  expect(ids(index.formsAt('/api/contact', []))).toEqual(['contact@1']);
  index.keepOnly(new Set());
  expect(index.formsAt('/api/contact', [])).toEqual([]);
});

test('lists only forms of the address', () => {
  expect(createReleaseIndex().formsAt('/api/contact', [subscribe])).toEqual([]);
});

function playReads() {
  const clock = { now: 0 };
  const store = { isAway: false };
  const reads: number[] = [];
  const waits: number[] = [];
  const servable = createServable({
    state: {
      async servableIds() {
        reads.push(clock.now);
        return [];
      },
    } as Partial<StateStore> as StateStore,
    releases: createReleaseTable({} as StateStore),
    sleep: async (ms) => {
      waits.push(ms);
      clock.now += ms;
    },
    now: () => clock.now,
    assertThere() {
      if (store.isAway) throw new Error('away');
    },
  });
  return { store, servable, query: () => servable.mayHave('gone'), reads, waits, clock };
}

test('reads nothing for an unknown composition or file while the store is known to be away', async () => {
  const { store, servable, query, reads } = playReads();
  servable.add(composition, releases);
  store.isAway = true;
  await expect(query()).rejects.toThrow('away');
  await expect(servable.asset('docs', 'unknown.js')).rejects.toThrow('away');
  expect(await servable.mayHave(composition.id)).toBe(true);
  expect(reads).toEqual([]);
});

test('starts another read for a later query, after the minimum interval', async () => {
  const { query, reads, waits, clock } = playReads();
  await query();
  clock.now += 100;
  await query();
  clock.now += 1_000;
  await query();
  clock.now -= 3_600_000; // the clock is set back
  await query();
  expect([reads.slice(0, 3), waits]).toEqual([
    [0, 250, 1_250],
    [150, 250],
  ]);
});

const { composition, releases } = composed([shellRelease(), remoteRelease()]);

function tableOf(stored: Release[]) {
  const reads: string[] = [];
  const table = createReleaseTable({
    async release(app, digest) {
      reads.push(app);
      const found = stored.find((one) => one.app === app && one.digest === digest);
      return found && { release: found };
    },
  });
  return { table, reads };
}

test('reads each release of a composition from the store once', async () => {
  const { table, reads } = tableOf(Object.values(releases));
  expect(await table.of(composition)).toEqual(releases);
  await table.of(composition);
  expect(reads.toSorted()).toEqual(['docs', 'shell']);
});

test('does not read a release that is in memory', async () => {
  const { table, reads } = tableOf([]);
  table.add(Object.values(releases));
  expect(await table.of(composition)).toEqual(releases);
  expect(reads).toEqual([]);
});

test('names a missing release in the error', async () => {
  await expect(tableOf([]).table.of(composition)).rejects.toThrow(/docs@|shell@/);
});

test('lists the apps of servable compositions, the newest first, and reads each composition once', async () => {
  const opened: string[] = [];
  let servableIds = ['new', 'old'];
  const servable = createServable({
    state: {
      servableIds: async () => servableIds,
      async composition(id) {
        opened.push(id);
        return { composition: { ...composition, id }, activatedAt: 1, leasedUntil: null };
      },
    },
    releases: tableOf(Object.values(releases)).table,
    now: () => 0,
    assertThere() {},
  });
  expect(await servable.apps()).toEqual([composition.apps, composition.apps]);
  servableIds = ['new'];
  expect(await servable.apps()).toEqual([composition.apps]);
  await servable.refresh();
  servableIds = ['new', 'old'];
  await servable.apps();
  expect(opened).toEqual(['new', 'old', 'old']);
});
