import { expect, it } from 'vitest';
import { routeById } from '../../src/navigation/route-by-id.ts';

it('the route of the page that the document shows is in its route table', () => {
  const route = { id: 'blog.list' };
  expect(routeById([route] as never, 'blog.list')).toBe(route);
  expect(() => routeById([], 'blog.list')).toThrow('"blog.list" is not in the route table');
});
