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
  [
    'the page that is asked for',
    ['/blog/a', '/blog'],
    '/blog/a',
    { a: 'shared-title', pa: 'shared-picture' },
  ],
  ['the page that is left, on the way back', ['/', '/blog/b'], '/blog/b', { b: 'shared-title' }],
  ['nothing that neither page is about', ['/blog/c', '/blog'], undefined, {}],
])('are those of %s', (_, paths, path, expected) => {
  expect(createSharedElements(document).mark(paths)).toBe(path);
  expect(names()).toEqual(expected);
});

it('have each name once: twice, and the browser leaves out the transition', () => {
  document.body.innerHTML += '<h1 id="a2" data-shared="title /blog/a">A</h1>';
  createSharedElements(document).mark(['/blog/a']);
  expect(Object.values(names()).toSorted()).toEqual(['shared-picture', 'shared-title']);
});

it('lose their names at the next page, and when the transition is over', () => {
  const shared = createSharedElements(document);
  shared.mark(['/blog/a']);
  shared.mark(['/blog/b']);
  expect(names()).toEqual({ b: 'shared-title' });
  shared.clear('/blog/a'); // of a transition that was overtaken
  expect(names()).toEqual({ b: 'shared-title' });
  shared.clear('/blog/b');
  expect(names()).toEqual({});
});
