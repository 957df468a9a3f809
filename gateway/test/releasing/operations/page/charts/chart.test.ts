import { expect, test } from 'vitest';
import { at, chart } from '../../../../../src/releasing/operations/page/charts/chart.ts';
import { html } from '../../../../../src/releasing/operations/page/html.ts';

test('a chart is a picture with words, which are text', () => {
  const { text } = chart({
    title: 'Errors of "<b>"',
    words: '3 in the last',
    height: 10,
    drawing: html`<path />`,
  });
  expect(text).toContain('role="img"');
  expect(text).toContain('aria-label="Errors of &quot;&lt;b&gt;&quot;: 3 in the last"');
  expect(text).not.toMatch(/style=|<script/);
});

test('coordinates are short', () => {
  expect([at(1 / 3), at(2), at(-0.04)]).toEqual(['0.3', '2', '0']);
});
