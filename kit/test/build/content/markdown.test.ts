import { describe, expect, it } from 'vitest';
import { compileMarkdown, type PlaceImage } from '../../../src/build/content/markdown.ts';

const placed: PlaceImage = (src, line) => ({ src: `/placed/${src}?${line}`, width: 3, height: 2 });

it('an image in Markdown has the size of its file, and is asked for with its line', async () => {
  const { html } = await compileMarkdown('Text.\n\nMore text ![two\nwords](a.png "title").', placed);
  expect(html).toContain(
    '<img src="/placed/a.png?3" alt="two\nwords" title="title" width="3" height="2">',
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
