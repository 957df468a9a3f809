import { describe, expect, it } from 'vitest';
import { fallbackTitle, pageTitle } from '../../../src/contract/page/page-title.ts';

const site = { name: 'Acme', separator: '|' };

describe('fallbackTitle', () => {
  it.each([
    ['/', ''],
    ['/about', 'About'],
    ['/about/', 'About'],
    ['/blog/my-post', 'My Post'],
    ['/blog/my_post.html', 'My Post Html'],
    ['/blog/the-future-of-ai', 'The Future of Ai'],
    ['/DevOps-CI-CD', 'Dev Ops CI CD'],
    ['/v1.2', 'V1 2'],
    ['/caf%C3%A9-au-lait', 'Café Au Lait'],
    ['/%C3%A9cole', 'École'],
    ['/3D-printing', '3D Printing'],
    ['/a-b-and-c', 'A B and C'],
    ['/hello%20world', 'Hello World'],
    ['/%zz', '%zz'],
    ['/---', ''],
  ])('%j has the title %j', (path, title) => {
    expect(fallbackTitle(path)).toBe(title);
  });
});

describe('pageTitle', () => {
  it.each([
    ['its own title', { title: 'Our work', path: '/portfolio' }, 'Our work | Acme'],
    ['the last segment of the path without a title', { path: '/blog/my-post' }, 'My Post | Acme'],
    ['the last segment of the path for a blank title', { title: '  ', path: '/about' }, 'About | Acme'],
    ['only the site at the root', { path: '/' }, 'Acme'],
    [
      'the status and message of a 404',
      { path: '/x', error: { status: 404, message: 'Page not found: /x' } },
      '404 - Page not found: /x | Acme',
    ],
    [
      'the status and message of an error instead of its title',
      { title: 'T', path: '/x', error: { status: 500, message: 'Oops' } },
      '500 - Oops | Acme',
    ],
    ['the status alone without a message', { path: '/x', error: { status: 418, message: '' } }, '418 | Acme'],
  ])('has %s', (_, source, title) => {
    expect(pageTitle(source, site)).toBe(title);
  });

  it.each([
    [{ name: '', separator: '|' }, 'About'],
    [{ name: 'Acme', separator: '–' }, 'About – Acme'],
    [{ name: 'Acme', separator: '' }, 'About Acme'],
  ])('leaves empty parts out: %j', (config, title) => {
    expect(pageTitle({ path: '/about' }, config)).toBe(title);
  });
});
