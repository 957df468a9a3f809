import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeHtml, escapeJson } from '../../../src/contract/page/escape-html.ts';

it('escapes what ends a text or an attribute', () => {
  expect(escapeHtml(`<a href="x" title='y'>&amp;</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;',
  );
});

it('leaves no character in HTML text that could begin or end anything', () => {
  fc.assert(
    fc.property(fc.string(), (text) => !/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/.test(escapeHtml(text))),
  );
});

it.each(['</script>', '</SCRIPT ', '<script', '<ſcript', '<!--', '<!--<script>--></script>'])(
  'writes %j as JSON that cannot leave its element',
  (text) => {
    const json = escapeJson({ text });
    expect(json).not.toMatch(/<(?:!--|\/?script)/i);
    expect(JSON.parse(json)).toEqual({ text });
  },
);

it('leaves other HTML as it is: a document has it in its body as well', () => {
  expect(escapeJson('<p class=x>A &amp; B</p>\u2028')).toBe('"<p class=x>A &amp; B</p>\u2028"');
});

it('says null for what JSON has no word for', () => {
  expect(escapeJson(undefined)).toBe('null');
});

it('leaves the value as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(escapeJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it('leaves nothing that ends a script element, however its parts are put together', () => {
  const parts = fc.constantFrom('<', '/', '!', '-', '--', 'script', 'SCRIPT', 's', '>', '\\', '"', ' ');
  fc.assert(
    fc.property(fc.array(parts), (texts) => {
      const value = { [texts.join('')]: texts };
      expect(escapeJson([value, texts.join('')])).not.toMatch(/<(?:!--|\/?script)/i);
      expect(JSON.parse(escapeJson(value))).toEqual(value);
    }),
  );
});
