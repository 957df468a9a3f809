import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import CodeSample from '../../src/islands/code-sample.tsx';

it('escapes code, and has no button without a script', () => {
  const html = renderToStaticMarkup(<CodeSample code={'<b>&"'} />);
  expect(html).toContain('<code>&lt;b&gt;&amp;&quot;</code>');
  expect(html).not.toContain('<button');
});

it('renders without props, as admission does', () => {
  expect(renderToStaticMarkup(<CodeSample />)).toContain('<code></code>');
});
