// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { followedLink } from '../../src/navigation/link-click.ts';

const origin = window.location.origin === 'null' ? 'http://localhost:3000' : window.location.origin;

function click(html: string, init: MouseEventInit = {}): string | undefined {
  document.body.innerHTML = html;
  let url: string | undefined;
  const read = (event: MouseEvent): void => {
    url = followedLink(event, origin)?.url;
    event.preventDefault();
  };
  document.addEventListener('click', read, { once: true });
  const target = document.querySelector('b') ?? document.querySelector('a')!;
  target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, button: 0, ...init }));
  return url;
}

describe('a click', () => {
  beforeEach(() => {
    (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(`${origin}/shown`);
  });

  it.each([
    ['<a href="/blog?tag=a#top">x</a>', '/blog?tag=a#top'],
    ['<a href="/blog"><i><b>x</b></i></a>', '/blog'],
    ['<a href="#end">x</a>', '/shown#end'],
    ['<a href="/blog" target="_self">x</a>', '/blog'],
  ])('on %s is followed by the site', (html, url) => {
    expect(click(html)).toBe(url);
  });

  it.each([
    '<a>x</a>',
    '<a href="https://other.example/">x</a>',
    '<a href="mailto:a@b.example">x</a>',
    '<a href="/blog" target="_blank">x</a>',
    '<a href="/blog" download>x</a>',
    '<a href="/blog" data-external>x</a>',
    '<a href="/blog/feed.xml">x</a>',
    '<a href="/api/contact">x</a>',
  ])('on %s is left to the browser', (html) => {
    expect(click(html)).toBeUndefined();
  });

  it.each<MouseEventInit>([
    { metaKey: true },
    { ctrlKey: true },
    { shiftKey: true },
    { altKey: true },
    { button: 1 },
  ])('with %j is left to the browser', (init) => {
    expect(click('<a href="/blog">x</a>', init)).toBeUndefined();
  });
});
