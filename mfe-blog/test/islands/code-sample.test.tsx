import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import CodeSample from '../../src/islands/code-sample.tsx';

it('shows code as it is, whatever it has in it, and no button that needs a script', () => {
  const html = renderToStaticMarkup(<CodeSample code={'<b>&"'} />);
  expect(html).toContain('<code>&lt;b&gt;&amp;&quot;</code>');
  expect(html).not.toContain('<button');
});

it('renders without props, as admission does', () => {
  expect(renderToStaticMarkup(<CodeSample />)).toContain('<code></code>');
});
