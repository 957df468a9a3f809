import { expect, it } from 'vitest';
import { routeById } from '../../src/navigation/route-by-id.ts';

it('finds a route by its id, and throws for a missing one', () => {
  const route = { id: 'blog.list' };
  expect(routeById([route] as never, 'blog.list')).toBe(route);
  expect(() => routeById([], 'blog.list')).toThrow('"blog.list" is not in the route table');
});
