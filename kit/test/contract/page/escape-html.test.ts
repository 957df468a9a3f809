import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeHtml, escapeJson } from '../../../src/contract/page/escape-html.ts';

it('escapes the characters that end a text or an attribute', () => {
  expect(escapeHtml(`<a href="x" title='y'>&amp;</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;',
  );
});

it('leaves no character of HTML syntax in any text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => !/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/.test(escapeHtml(text))),
  );
});

it.each(['</script>', '</SCRIPT ', '<script', '<ſcript', '<!--', '<!--<script>--></script>'])(
  'writes %j as JSON that cannot close its script element',
  (text) => {
    const json = escapeJson({ text });
    expect(json).not.toMatch(/<(?:!--|\/?script)/i);
    expect(JSON.parse(json)).toEqual({ text });
  },
);

it('leaves other HTML unescaped, because a document contains it in its body too', () => {
  expect(escapeJson('<p class=x>A &amp; B</p>\u2028')).toBe('"<p class=x>A &amp; B</p>\u2028"');
});

it('returns null for undefined', () => {
  expect(escapeJson(undefined)).toBe('null');
});

it('preserves the parsed value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(escapeJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it('leaves no part of a script end in any value', () => {
  const parts = fc.constantFrom('<', '/', '!', '-', '--', 'script', 'SCRIPT', 's', '>', '\\', '"', ' ');
  fc.assert(
    fc.property(fc.array(parts), (texts) => {
      const value = { [texts.join('')]: texts };
      expect(escapeJson([value, texts.join('')])).not.toMatch(/<(?:!--|\/?script)/i);
      expect(JSON.parse(escapeJson(value))).toEqual(value);
    }),
  );
});
