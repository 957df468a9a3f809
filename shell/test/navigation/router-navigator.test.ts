import { expect, it } from 'vitest';
import { createRouterNavigator } from '../../src/navigation/router-navigator.ts';

it('passes the moves of react-router to the pipeline', () => {
  const calls: unknown[] = [];
  const navigator = createRouterNavigator(
    async (...call) => (calls.push(call), 'confirmed'),
    (delta) => calls.push(delta),
  );
  navigator.push({ pathname: '/blog', search: '?tag=a' });
  navigator.replace('/about');
  navigator.go(-1);
  expect(calls).toEqual([['/blog?tag=a'], ['/about', { replace: true }], -1]);
  expect(navigator.createHref({ pathname: '/a', search: '?b', hash: '#c' })).toBe('/a?b#c');
});
