import { describe, expect, it } from 'vitest';
import { compileMarkdown, type PlaceImage } from '../../../src/build/content/markdown.ts';

const placed: PlaceImage = async (src, line) => ({
  src: `/placed/${src}?${line}`,
  width: 3,
  height: 2,
  sources: [],
});

it('an image in Markdown has the size of its file, is asked for with its line, and loaded when it comes near', async () => {
  const { html } = await compileMarkdown('Text.\n\nMore text ![two\nwords](a.png "title").', placed);
  expect(html).toContain(
    '<img src="/placed/a.png?3" alt="two\nwords" title="title" width="3" height="2" loading="lazy" decoding="async">',
  );
});

it('a picture in Markdown is shown in the version that fits', async () => {
  const { html } = await compileMarkdown('![a](a.jpg)', async () => ({
    src: '/a-9.jpg',
    width: 9,
    height: 6,
    sources: [{ type: 'image/avif', srcSet: '/a-3.avif 3w, /a-9.avif 9w' }],
  }));
  expect(html).toBe(
    '<p><picture><source type="image/avif" srcset="/a-3.avif 3w, /a-9.avif 9w" sizes="(min-width: 42rem) 40rem, 100vw">' +
      '<img src="/a-9.jpg" alt="a" width="9" height="6" loading="lazy" decoding="async"></picture></p>',
  );
});

describe('a link in Markdown', () => {
  it.each([
    ['of another site gives it no opener, as links of pages do', 'https://example.org/x', 'noopener noreferrer'],
    ['of another site without a scheme, too', '//example.org/x', 'noopener noreferrer'],
    ['of the site has no rel', '/blog/x', undefined],
    ['to a place on the page has none', '#place', undefined],
    ['to write a mail has none', 'mailto:ada@example.org', undefined],
  ])('%s', async (_, href, rel) => {
    const { html } = await compileMarkdown(`[text](${href})`, placed);
    expect(/<a href="([^"]+)"(?: rel="([^"]+)")?>/.exec(html)?.slice(1)).toEqual([href, rel]);
  });
});
