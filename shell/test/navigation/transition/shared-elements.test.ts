// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { createSharedElements } from '../../../src/navigation/transition/shared-elements.ts';

const LIST = `
  <h2 id="a" data-shared="title /blog/a">A</h2><div id="pa" data-shared="picture /blog/a"></div>
  <h2 id="b" data-shared="title /blog/b">B</h2><p id="other">Text</p>`;
const names = (): Record<string, string> =>
  Object.fromEntries(
    [...document.querySelectorAll<HTMLElement>('[id]')]
      .filter(({ style }) => style.viewTransitionName)
      .map(({ id, style }) => [id, style.viewTransitionName]),
  );

beforeEach(() => {
  document.body.innerHTML = LIST;
});

it.each([
  ['the target page', ['/blog/a', '/blog'], '/blog/a', { a: 'shared-title', pa: 'shared-picture' }],
  ['the current page on the way back', ['/', '/blog/b'], '/blog/b', { b: 'shared-title' }],
  ['no element for other pages', ['/blog/c', '/blog'], undefined, {}],
])('marks the elements of %s', (_, paths, path, expected) => {
  expect(createSharedElements(document).mark(paths)).toBe(path);
  expect(names()).toEqual(expected);
});

it('uses each name once', () => {
  document.body.innerHTML += '<h1 id="a2" data-shared="title /blog/a">A</h1>';
  createSharedElements(document).mark(['/blog/a']);
  expect(Object.values(names()).toSorted()).toEqual(['shared-picture', 'shared-title']);
});

it('removes the names at the next page, and after the transition', () => {
  const shared = createSharedElements(document);
  shared.mark(['/blog/a']);
  shared.mark(['/blog/b']);
  expect(names()).toEqual({ b: 'shared-title' });
  shared.clear('/blog/a'); // a transition that was replaced
  expect(names()).toEqual({ b: 'shared-title' });
  shared.clear('/blog/b');
  expect(names()).toEqual({});
});
