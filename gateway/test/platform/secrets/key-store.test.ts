import { createSigningPair, keyIdOf } from '@voltframe/kit/packaging/signing-key';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { createStateStore } from '../../../src/platform/database/state-store.ts';
import { createKeyStore } from '../../../src/platform/secrets/key-store.ts';
import { DATABASES, testDatabase } from '../../fixtures/test-database.ts';

describe.each(DATABASES)('the key store on %s', (kind) => {
  const openKeys = async () => {
    const db = await openDatabase(await testDatabase(kind));
    onTestFinished(() => db.destroy());
    createStateStore(db, kind === 'PostgreSQL');
    return createKeyStore(db, () => 5);
  };
  const { publicKey } = createSigningPair();
  const id = keyIdOf(publicKey);
  const docs = { app: 'docs', publicKey, name: 'CI', endsAt: 9 };

  test('registers a key once for each app', async () => {
    const keys = await openKeys();
    const added = { ...docs, id, createdAt: 5, revokedAt: null };
    expect(await keys.add(docs)).toEqual(added);
    expect(await keys.add({ ...docs, name: 'again' })).toBeUndefined();
    await keys.add({ ...docs, app: 'news' });
    expect(await keys.list('docs')).toEqual([added]);
    expect(await keys.list()).toHaveLength(2);
    expect(await keys.list('other')).toEqual([]);
  });

  test('revokes a key once, and still lists it: its app needs signatures', async () => {
    const keys = await openKeys();
    await keys.add(docs);
    expect([
      await keys.revoke('news', id),
      await keys.revoke('docs', id),
      await keys.revoke('docs', id),
    ]).toEqual([false, true, false]);
    expect(await keys.list('docs')).toMatchObject([{ id, revokedAt: 5 }]);
    expect(await keys.add(docs)).toBeUndefined();
  });

  test('deletes a forgotten key', async () => {
    const keys = await openKeys();
    await keys.add(docs);
    expect([await keys.forget('docs', id), await keys.forget('docs', id)]).toEqual([true, false]);
    expect(await keys.list()).toEqual([]);
  });
});
