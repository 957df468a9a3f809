import { expect, test } from 'vitest';
import { parseConfig } from '../../../src/platform/settings/config.ts';

const purgeOf = (env: Record<string, string>) => {
  const parsed = parseConfig(env, []);
  return parsed.ok ? parsed.config.purge : parsed.issues;
};
const CDN_PURGE = 'https://cdn.example/purge';

test('without an address no cache is told', () => expect(purgeOf({ CDN_MAX_AGE: '1m' })).toBeUndefined());

test('a cache is told with the headers that it wants, and keeps a page for five minutes unasked', () => {
  const env = {
    CDN_PURGE,
    CDN_PURGE_HEADERS: 'authorization=Bearer%20s3cret',
    CDN_PURGE_SECRET: 'k'.repeat(32),
  };
  expect(purgeOf(env)).toEqual({
    url: CDN_PURGE,
    headers: { authorization: 'Bearer s3cret' },
    secret: 'k'.repeat(32),
    maxAgeMs: 300_000,
  });
});

test.each([
  [{ CDN_PURGE: 'ftp://x' }, 'CDN_PURGE'],
  [{ CDN_PURGE, CDN_PURGE_HEADERS: 'authorization' }, 'CDN_PURGE_HEADERS'],
  [{ CDN_PURGE, CDN_PURGE_SECRET: 'short' }, 'CDN_PURGE_SECRET'],
  [{ CDN_PURGE, CDN_MAX_AGE: '13h' }, 'CDN_MAX_AGE'],
  [{ CDN_PURGE, CDN_MAX_AGE: '6m', RELEASE_LEASE: '10m' }, 'CDN_MAX_AGE'],
])('%j is refused, and says why', (env, name) => {
  expect(purgeOf(env as Record<string, string>)).toEqual([expect.stringContaining(name)]);
});
