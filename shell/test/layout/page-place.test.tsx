import { useId } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import Layout from '../../src/layout/layout.tsx';
import { PagePlace } from '../../src/layout/page-place.tsx';

vi.mock('../../src/design/design.ts', () => ({}));
vi.mock('../../src/layout/header.tsx', () => ({ Header: () => <Named /> }));
vi.mock('../../src/layout/footer.tsx', () => ({ Footer: () => <Named /> }));

const Inner = () => <i id={useId()} />;
const Named = () => (
  <p id={useId()}>
    {[1, 2].map((n) => (
      <Inner key={n} />
    ))}
  </p>
);

it('gives a page that is rendered without it the ids of the whole tree, which differ from its own', () => {
  const page = renderToString(
    <PagePlace>
      <Named />
    </PagePlace>,
  );
  const whole = renderToString(
    <Layout>
      <Named />
    </Layout>,
  );
  expect(page).toMatch(/^<p id="_R_\w+_"><i id="_R_\w+_"/);
  expect(whole.split(page)).toHaveLength(2);
  const ids = [...whole.matchAll(/id="([^"]+)"/g)].map(([, id]) => id);
  expect([ids.length, new Set(ids).size]).toEqual([9, 9]);
});
