import { expect, test } from 'vitest';
import { createPreviewStore, type StoredPreview } from '../../../src/releasing/activation/preview-store.ts';
import { openTestDatabase } from '../../fixtures/test-database.ts';

const one: StoredPreview = {
  id: 'a',
  owner: 'docs',
  name: 'pr-1',
  releases: '[]',
  bytes: 1,
  actor: 'docs CI',
  made_at: 0,
  ends_at: 10,
  composition: 'c',
  inputs: 'i',
  findings: '[]',
};

async function setUp() {
  const clock = { now: 0 };
  return { clock, store: createPreviewStore(await openTestDatabase(), () => clock.now) };
}

test('a preview is returned as it was stored until it expires', async () => {
  const { store, clock } = await setUp();
  await store.put(one, []);
  await store.put({ ...one, id: 'b', owner: 'news', made_at: 1, ends_at: 20 }, []);
  expect([await store.find('a'), (await store.list()).map(({ id }) => id)]).toEqual([one, ['a', 'b']]);
  expect(await store.list('docs')).toEqual([one]);
  clock.now = 10;
  expect([await store.find('a'), (await store.list()).map(({ id }) => id)]).toEqual([undefined, ['b']]);
});

test('an update of a replaced preview is ignored', async () => {
  const { store } = await setUp();
  await store.put({ ...one, made_at: 5 }, []);
  await store.update(one, { composition: 'old' });
  await store.update({ ...one, made_at: 5 }, { inputs: 'new' });
  expect(await store.find('a')).toEqual({ ...one, made_at: 5, inputs: 'new' });
  await store.remove('a');
  expect(await store.find('a')).toBeUndefined();
});
