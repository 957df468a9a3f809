import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSettings, type SettingsFile } from '../../../src/platform/settings/read-settings.ts';
import { testFolder } from '../../fixtures/test-database.ts';

const read = (changed: Partial<SettingsFile<string>>) =>
  readSettings({
    variable: 'THINGS',
    file: undefined,
    none: 'none',
    env: {},
    parse: (text) => ({ ok: true, settings: text }),
    ...changed,
  });

test('without a file, what holds without one', () => {
  expect(read({})).toEqual({ ok: true, settings: 'none' });
});

test('the text of the file is parsed, and what is wrong is said with the name of the variable', () => {
  const file = path.join(testFolder(), 'things.yml');
  writeFileSync(file, 'text');
  expect(read({ file })).toEqual({ ok: true, settings: 'text' });
  expect(read({ file, parse: () => ({ ok: false, issues: ['a', 'b'] }) })).toEqual({
    ok: false,
    issues: ['THINGS: a', 'THINGS: b'],
  });
});

test('a file that cannot be read is named', () => {
  expect(read({ file: '/nowhere/things.yml' })).toEqual({
    ok: false,
    issues: ['THINGS: the file /nowhere/things.yml cannot be read (ENOENT)'],
  });
});
