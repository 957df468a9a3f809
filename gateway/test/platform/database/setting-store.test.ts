import { expect, test } from 'vitest';
import { createSettingStore } from '../../../src/platform/database/setting-store.ts';
import { DATABASES, openTestDatabase } from '../../fixtures/test-database.ts';

test.each(DATABASES)(
  'on %s, a value replaces the value of its name, and undefined removes it',
  async (kind) => {
    const settings = createSettingStore(await openTestDatabase(kind));
    expect(await settings.setting('name')).toBeUndefined();
    for (const value of ['one', 'two', undefined]) {
      await settings.setSetting('name', value);
      await settings.setSetting('other', 'kept');
      expect(await settings.setting('name')).toBe(value);
    }
    expect(await settings.setting('other')).toBe('kept');
  },
);
