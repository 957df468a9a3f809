import { expect, test } from 'vitest';
import { html } from '../../../src/operations/page/html.ts';
import { tableOf } from '../../../src/operations/page/table.ts';

test('each cell carries the name of its column, for screens too narrow for a head', () => {
  const { text } = tableOf(
    'Still served',
    ['Composition', 'Until'],
    [[html`<code>ab</code>`, '<b>']],
    'None.',
  );
  expect(text).toContain('<section id="still-served">');
  expect(text).toMatch(/<th role="rowheader" scope="row" data-label="Composition"><code>ab<\/code><\/th>/);
  expect(text).toContain('<td role="cell" data-label="Until">&lt;b&gt;</td>');
});

test('a table without rows is a sentence', () => {
  const { text } = tableOf('Previews', ['Composition'], [], 'No candidate is kept.');
  expect(text).not.toContain('<table');
  expect(text).toContain('No candidate is kept.');
});
