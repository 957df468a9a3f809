import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { handedSettings } from '../../../src/platform/settings/handed-settings.ts';

test('settings from standard input replace those of the environment, line by line', async () => {
  const env = { RELEASES: 'stdin', CMS_URL: 'http://old.example' };
  const next = handedSettings(
    env,
    Readable.from(['{"RELEASES":"none","PO', 'RT":"0"}\n{"CMS_URL":"http://new.example"}\n']),
  );
  expect([await next?.(), env]).toEqual([
    true,
    { RELEASES: 'none', PORT: '0', CMS_URL: 'http://old.example' },
  ]);
  expect([await next?.(), env.CMS_URL]).toEqual([true, 'http://new.example']);
  expect(await next?.()).toBe(false);
});

test.each([{}, { RELEASES: 'none' }, { RELEASES: 'legal=/legal' }])(
  'standard input is not read with the environment %j',
  (env) => {
    expect(handedSettings(env, Readable.from(['{"RELEASES":"none"}\n']))).toBeUndefined();
  },
);
