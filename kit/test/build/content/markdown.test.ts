import { describe, expect, it } from 'vitest';
import { compileMarkdown, type PlaceImage } from '../../../src/build/content/markdown.ts';

const placed: PlaceImage = async (src, line) => ({
  src: `/placed/${src}?${line}`,
  width: 3,
  height: 2,
  sources: [],
});

it.each([
  ['a word', 'Text <b>a</b>.', '<p>Text &#x3C;b>a&#x3C;/b>.</p>'],
  ['a block', '<div>a</div>', "<pre tabindex='0'><code>&#x3C;div>a&#x3C;/div>\n</code></pre>"],
  ['no comment', 'Text<!-- a -->\n\n<!-- b\nc -->', '<p>Text</p>'],
])('shows %s of raw HTML as text', async (_, text, shown) => {
  expect((await compileMarkdown(text, placed)).html).toBe(shown);
});

it('writes the size of an image into HTML, passes its line, and loads it lazily', async () => {
  const { html } = await compileMarkdown('Text.\n\nMore text ![two\nwords](a.png "title").', placed);
  expect(html).toContain(
    "<img src='/placed/a.png?3' alt='two\nwords' title='title' width='3' height='2' loading='lazy' decoding='async'>",
  );
});

it.each([
  ['![a](a.png)\n\n*Its **caption**.*', /^<figure><img [^>]+><figcaption>Its <strong>caption<\/strong>\.<\/figcaption><\/figure>$/],
  ['![a](a.png)\n\n*Emphasised* text.', /^<p><img [^>]+><\/p><p><em>Emphasised<\/em> text\.<\/p>$/],
  ['Text ![a](a.png)\n\n*No caption.*', /^<p>Text <img [^>]+><\/p><p><em>No caption\.<\/em><\/p>$/],
])('makes a figure of a picture and an emphasised paragraph after it: %j', async (markdown, expected) => {
  const { html } = await compileMarkdown(markdown, async () => ({ src: '/a.png', width: 3, height: 2, sources: [] }));
  expect(html).toMatch(expected);
});

it('writes the versions of a picture as sources', async () => {
  const { html } = await compileMarkdown('![a](a.jpg)', async () => ({
    src: '/a-9.jpg',
    width: 9,
    height: 6,
    sources: [{ type: 'image/avif', srcSet: '/a-3.avif 3w, /a-9.avif 9w' }],
  }));
  expect(html).toBe(
    "<p><picture><source type='image/avif' srcset='/a-3.avif 3w, /a-9.avif 9w' sizes='(min-width: 42rem) 40rem, 100vw'>" +
      "<img src='/a-9.jpg' alt='a' width='9' height='6' loading='lazy' decoding='async'></picture></p>",
  );
});

it('marks inline code that may be too long for one line, and no other code', async () => {
  const whole = 'SOURCE_DATE_EPOCH=12';
  const { html } = await compileMarkdown(`\`${whole}\` \`${whole}3\`\n\n    ${whole}3`, placed);
  expect(html).toBe(
    `<p><code>${whole}</code> <code class='long'>${whole}3</code></p>` +
      `<pre tabindex='0'><code>${whole}3\n</code></pre>`,
  );
});

it('gives headings no id of the platform', async () => {
  const { html, toc } = await compileMarkdown('## Page data\n\n## Page data\n\n## Main', placed);
  expect(toc.map(({ id }) => id)).toEqual(['page-data-2', 'page-data-1', 'main-1']);
  expect(html).toContain("<h2 id='main-1'><a href='#main-1'>Main</a></h2>");
});

describe('a link in Markdown', () => {
  it.each([
    ['to another site has rel noopener', 'https://example.org/x', 'noopener noreferrer'],
    ['to another site without a scheme has rel noopener', '//example.org/x', 'noopener noreferrer'],
    ['inside the site has no rel', '/blog/x', undefined],
    ['to a fragment of the page has no rel', '#place', undefined],
    ['to a mail address has no rel', 'mailto:ada@example.org', undefined],
  ])('%s', async (_, href, rel) => {
    const { html } = await compileMarkdown(`[text](${href})`, placed);
    expect(/<a href='([^']+)'(?: rel='([^']+)')?>/.exec(html)?.slice(1)).toEqual([href, rel]);
  });
});

it('has no line breaks between blocks, and no double quotes around attributes, as its copy in JSON', async () => {
  const { html } = await compileMarkdown('> Text.\n\n- a\n\n  b\n\n| c |\n| - |\n| d |', placed);
  expect(html).toBe(
    '<blockquote><p>Text.</p></blockquote><ul><li><p>a</p><p>b</p></li></ul>' +
      "<div class='table' tabindex='0' role='region' aria-label='Table'>" +
      '<table><thead><tr><th>c</th></tr></thead><tbody><tr><td>d</td></tr></tbody></table></div>',
  );
});
