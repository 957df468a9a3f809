import { expect, test } from 'vitest';
import { html, type Value } from '../../../../src/releasing/operations/page/html.ts';

test.each<[what: string, value: Value, text: string]>([
  ['text of others', '<b>"x"&', '&lt;b&gt;&quot;x&quot;&amp;'],
  ['a number', 0, '0'],
  ['nothing', null, ''],
  ['what is not so', false, ''],
  ['HTML of ours', html`<i>${'<'}</i>`, '<i>&lt;</i>'],
  ['a list', [html`<i></i>`, '<', 1], '<i></i>&lt;1'],
])('puts in %s', (_, value, text) => {
  expect(html`<p>${value}</p>`.text).toBe(`<p>${text}</p>`);
});
