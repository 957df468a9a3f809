import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeHtml, escapeJson } from '../../../src/contract/page/escape-html.ts';

it('escapes what ends a text or an attribute', () => {
  expect(escapeHtml(`<a href="x" title='y'>&amp;</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;',
  );
});

it.each(['</script>', '<!--', ']]>', '\u2028', '&'])(
  'writes %j as JSON that cannot leave its element',
  (text) => {
    const json = escapeJson({ text });
    expect(json).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(json)).toEqual({ text });
  },
);

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
