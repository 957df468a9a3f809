import { describe, expect, it } from 'vitest';
import { mayFetchManifest, mayPrefetch } from '../../src/remotes/prefetch-policy.ts';

describe('the prefetch policy', () => {
  it.each([
    ['an unknown connection', undefined, true, true],
    ['4g', { effectiveType: '4g' }, true, true],
    ['3g', { effectiveType: '3g' }, true, true],
    ['2g', { effectiveType: '2g' }, false, true],
    ['slow-2g', { effectiveType: 'slow-2g' }, false, false],
    ['data-saver mode', { saveData: true, effectiveType: '4g' }, false, true],
    ['a connection without data-saver mode', { saveData: false }, true, true],
  ])('allows for %s: prefetch %j → %j, manifest → %j', (_, connection, prefetch, manifest) => {
    expect(mayPrefetch(connection)).toBe(prefetch);
    expect(mayFetchManifest(connection)).toBe(manifest);
  });
});
