import { expect, it } from 'vitest';
import { createReporter } from '../../src/builds/report.ts';

it('tells the gateway of each kind of failure of an app once per document', () => {
  const sent: unknown[] = [];
  const report = createReporter('c1', (url, body) => sent.push([url, JSON.parse(body)]));
  report('hydration', 'blog');
  report('hydration', 'blog');
  report('chunk', 'blog');
  report('hydration', 'shell');
  expect(sent).toEqual([
    ['/-/reports', { composition: 'c1', app: 'blog', kind: 'hydration' }],
    ['/-/reports', { composition: 'c1', app: 'blog', kind: 'chunk' }],
    ['/-/reports', { composition: 'c1', app: 'shell', kind: 'hydration' }],
  ]);
});
