import { describe, expect, it } from 'vitest';
import { navigationFailure } from '../../src/contract/navigation-failure.ts';

describe('navigationFailure', () => {
  it.each([
    ['aborted', 'Navigation aborted from "/a" to "/b" via a navigation guard.'],
    ['cancelled', 'Navigation cancelled from "/a" to "/b" with a new navigation.'],
    ['duplicated', 'Avoided redundant navigation to current location: "/b".'],
  ] as const)('says why it was %s', (kind, message) => {
    expect(navigationFailure(kind, '/a', '/b')).toEqual({ kind, from: '/a', to: '/b', message });
  });
});
