import { expect, test } from 'vitest';
import { type Html, html } from '../../../../src/releasing/operations/page/html.ts';
import { tableOf } from '../../../../src/releasing/operations/page/table.ts';

const textOf = (view: Html | false): string => (view === false ? '' : view.text);

test('each cell carries the name of its column, for screens too narrow for a head', () => {
  const text = textOf(
    tableOf('Still served', ['Composition', 'Until'], [[html`<code>ab</code>`, '<b>']], 'None.'),
  );
  expect(text).toContain('<section id="still-served">');
  expect(text).toMatch(/<th role="rowheader" scope="row" data-label="Composition"><code>ab<\/code><\/th>/);
  expect(text).toContain('<td role="cell" data-label="Until">&lt;b&gt;</td>');
  expect(textOf(tableOf('Previews', ['Until', 'Note'], [['now', html` ${false} `]]))).toContain(
    '"Note"></td>',
  );
});

test('a table without rows is a sentence, or takes no room', () => {
  expect(tableOf('Previews', ['Composition'], [])).toBe(false);
  const text = textOf(tableOf('Previews', ['Composition'], [], 'No candidate is kept.'));
  expect(text).not.toContain('<table');
  expect(text).toContain('No candidate is kept.');
});
