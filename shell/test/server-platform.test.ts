import { expect, it } from 'vitest';
import type { IslandRef } from '@voltframe/kit/contract/page/page-data';
import { createServerPlatform } from '../src/server-platform.ts';

it('renders a marker for each island, and lists it once', () => {
  const islands: IslandRef[] = [];
  const platform = createServerPlatform({} as never, islands);
  const first = platform.islands.find('Posts', { count: 3 });
  expect(platform.islands.find('Posts', { count: 3 })).toEqual(first);
  platform.islands.find('Posts', { count: 4 });
  expect(islands).toMatchObject([
    { name: 'Posts', props: { count: 3 }, key: first.key },
    { name: 'Posts', props: { count: 4 } },
  ]);
  expect(first.html).toContain(first.key);
});

it('throws on navigation, which needs a guard', () => {
  const { navigate, go, hydrating } = createServerPlatform({} as never, []);
  expect(() => navigate('/about')).toThrow('return a redirect from a guard');
  expect(() => go(-1)).toThrow('no navigation');
  expect(hydrating.get()).toBe(true);
});
