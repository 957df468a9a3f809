import { expect, test } from 'vitest';
import { html, type Html, tableOf, type Value } from '../../../src/operations/page/html.ts';

test.each<[what: string, value: Value, text: string]>([
  ['text, escaped', '<b>"x"&', '&lt;b&gt;&quot;x&quot;&amp;'],
  ['a number', 0, '0'],
  ['nothing for null', null, ''],
  ['nothing for false', false, ''],
  ['HTML unchanged', html`<i>${'<'}</i>`, '<i>&lt;</i>'],
  ['the items of a list', [html`<i></i>`, '<', 1], '<i></i>&lt;1'],
])('the template inserts %s', (_, value, text) => {
  expect(html`<p>${value}</p>`.text).toBe(`<p>${text}</p>`);
});

const textOf = (view: Html | false): string => (view === false ? '' : view.text);

test('each cell has the name of its column, for screens too narrow for a header row', () => {
  const text = textOf(
    tableOf('Still served', [{ Composition: html`<code>ab</code>`, Until: '<b>' }], 'None.'),
  );
  expect(text).toContain('<section id="still-served">');
  expect(text).toMatch(/<th role="rowheader" scope="row" data-label="Composition"><code>ab<\/code><\/th>/);
  expect(text).toContain('<td role="cell" data-label="Until">&lt;b&gt;</td>');
  expect(textOf(tableOf('Previews', [{ Until: 'now', Note: html` ${false} ` }]))).toContain('"Note"></td>');
});

test('a table without rows is a sentence, or is left out', () => {
  expect(tableOf('Previews', [])).toBe(false);
  const text = textOf(tableOf('Previews', [], 'No candidate is kept.'));
  expect(text).not.toContain('<table');
  expect(text).toContain('No candidate is kept.');
});

test('rows after the first five are folded into a table of their own', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ When: `row ${index}` }));
  expect(tableOf('Changes', rows(5))).toMatchObject({
    text: expect.not.stringContaining('<details>'),
  });
  const { text } = tableOf('Changes', rows(7)) as Html;
  expect(text).toMatch(/row 4[^]*<details>[^]*<summary>2 more<\/summary>[^]*Changes, further[^]*row 5/);
  expect(tableOf('Changes', rows(7), '', Infinity)).toMatchObject({
    text: expect.not.stringContaining('<details>'),
  });
});
