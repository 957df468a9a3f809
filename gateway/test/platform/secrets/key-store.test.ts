import { createSigningPair, keyIdOf } from '@voltframe/kit/packaging/release-signature';
import { describe, expect, test } from 'vitest';
import { createKeyStore } from '../../../src/platform/secrets/key-store.ts';
import { DATABASES, openTestDatabase } from '../../fixtures/test-database.ts';

describe.each(DATABASES)('the key store on %s', (kind) => {
  const openKeys = async () => createKeyStore(await openTestDatabase(kind), () => 5);
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

  test('revokes a key of an app once, still lists it, and does not register it again', async () => {
    const keys = await openKeys();
    await keys.add(docs);
    const revoked = [];
    for (const app of ['news', 'docs', 'docs']) revoked.push(await keys.revoke(app, id));
    expect(revoked).toEqual([false, true, false]);
    expect(await keys.list('docs')).toMatchObject([{ id, revokedAt: 5 }]);
    expect(await keys.add(docs)).toBeUndefined();
  });

  test('deletes a forgotten key of an app', async () => {
    const keys = await openKeys();
    await keys.add(docs);
    const forgotten = [];
    for (const app of ['news', 'docs', 'docs']) forgotten.push(await keys.forget(app, id));
    expect(forgotten).toEqual([false, true, false]);
    expect(await keys.list()).toEqual([]);
  });
});
