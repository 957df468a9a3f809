import { describe, expect, it } from 'vitest';
import { compileMarkdown } from '../../../src/build/content/markdown.ts';

describe('a link in Markdown', () => {
  it.each([
    ['of another site gives it no opener, as links of pages do', 'https://example.org/x', 'noopener noreferrer'],
    ['of another site without a scheme, too', '//example.org/x', 'noopener noreferrer'],
    ['of the site has no rel', '/blog/x', undefined],
    ['to a place on the page has none', '#place', undefined],
    ['to write a mail has none', 'mailto:ada@example.org', undefined],
  ])('%s', async (_, href, rel) => {
    const { html } = await compileMarkdown(`[text](${href})`);
    expect(/<a href="([^"]+)"(?: rel="([^"]+)")?>/.exec(html)?.slice(1)).toEqual([href, rel]);
  });
});
