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

test('an update of a replaced preview is ignored', async () => {
  const store = createPreviewStore(await openTestDatabase(), () => 0);
  await store.put({ ...one, made_at: 5 }, []);
  await store.update(one, { composition: 'old' });
  await store.update({ ...one, made_at: 5 }, { inputs: 'new' });
  expect(await store.find('a')).toEqual({ ...one, made_at: 5, inputs: 'new' });
});
