import type { PathEntry } from '@voltframe/kit/contract/page/page-server';
import type { CompositionRoute } from '@voltframe/kit/contract/release/composition';
import { expect, test } from 'vitest';
import { createListedAddresses } from '../../../src/serving/render/listed-addresses.ts';

const ROUTE = { id: 'docs.page', path: '/docs/:slug' } as CompositionRoute;
const OTHER = { id: 'docs.note', path: '/notes/:slug' } as CompositionRoute;

/** @param paths of the app, which the test changes. */
function setUp(paths: { now: string[] | Error }) {
  const clock = { now: 0 };
  const asked: string[] = [];
  const data = { state: 'fresh' as 'fresh' | 'changed' };
  const addressesOf = createListedAddresses({
    async ask({ id }) {
      asked.push(id);
      if (paths.now instanceof Error) throw paths.now;
      return { value: paths.now.map((path): PathEntry => ({ path })), inputs: {} };
    },
    dataOf: () => ({ state: () => data.state }),
    now: () => clock.now,
  });
  const list = async (route = ROUTE) => [...(await addressesOf(route))];
  return { addressesOf, list, asked, data, clock };
}

test('a route is asked once, also by requests at the same time, and each route for itself', async () => {
  const { addressesOf, list, asked } = setUp({ now: ['/docs/a'] });
  const [first, second] = await Promise.all([addressesOf(ROUTE), addressesOf(ROUTE)]);
  expect(first).toBe(second);
  expect(await addressesOf(ROUTE)).toBe(first);
  expect(await list(OTHER)).toEqual(['/docs/a']);
  expect(asked).toEqual([ROUTE.id, OTHER.id]);
});

test('the old addresses count while the route is asked again for changed data', async () => {
  const paths = { now: ['/docs/a'] };
  const { list, asked, data, clock } = setUp(paths);
  await list();
  paths.now = ['/docs/b'];
  data.state = 'changed';
  clock.now += 2_000;
  expect(await list()).toEqual(['/docs/a']);
  data.state = 'fresh';
  expect(await list()).toEqual(['/docs/b']);
  expect(asked).toHaveLength(2);
});

test('a route that fails has no addresses, and is asked again after two seconds', async () => {
  const paths = { now: new Error('boom') as string[] | Error };
  const { list, asked, clock } = setUp(paths);
  expect([await list(), await list(), asked.length]).toEqual([[], [], 1]);
  paths.now = ['/docs/a'];
  clock.now += 2_000;
  await list();
  expect([await list(), asked.length]).toEqual([['/docs/a'], 2]);
});

test('a route that fails later keeps its addresses', async () => {
  const paths = { now: ['/docs/a'] as string[] | Error };
  const { list, data, clock } = setUp(paths);
  await list();
  paths.now = new Error('boom');
  data.state = 'changed';
  clock.now += 2_000;
  expect([await list(), await list()]).toEqual([['/docs/a'], ['/docs/a']]);
});
