// @vitest-environment happy-dom
import { act, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { Island, Link, useSite } from '../../src/react/shared.ts';
import { usePersonal } from '../../src/react/personal/use-personal.ts';
import { useLocation, useParams } from '../../src/testing/react-router.tsx';
import { TestSite, withSite } from '../../src/testing/test-site.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
afterEach(() => document.body.replaceChildren());

async function show(element: ReactElement): Promise<HTMLElement> {
  const container = document.body.appendChild(document.createElement('div'));
  await act(async () => createRoot(container).render(element));
  return container;
}

function Page(): ReactElement {
  const { state, data } = usePersonal<{ name: string }>('account', '/me');
  return (
    <>
      <Link to="/blog?a=1">{useSite().name}</Link>
      <Island name="Card" props={{ of: 'x' }} fallback="none" />
      <i>{[useParams().slug, useLocation().search, state, data?.name].join(' ')}</i>
    </>
  );
}

it('renders a page with links, islands and personal data, and follows its links', async () => {
  const onNavigate = vi.fn<(to: string) => void>();
  const container = await show(
    <TestSite
      entries={['/blog/a']}
      params={{ slug: 'a' }}
      site={{ name: 'Site' }}
      islands={{ Card: ({ of }) => `<b>${String(of)}</b>` }}
      personal={{ account: { '/me': { name: 'Ada' } } }}
      onNavigate={onNavigate}
    >
      <Page />
    </TestSite>,
  );
  expect(container.textContent).toBe('Sitexa  known Ada');
  await act(async () => container.querySelector('a')!.click());
  expect(container.querySelector('i')!.textContent).toBe('a ?a=1 known Ada');
  expect(onNavigate.mock.calls).toEqual([['/blog?a=1']]);
});

it('shows fallbacks and an anonymous visitor without data, also after a test with data', async () => {
  const Story = withSite({ site: { name: 'Site' } });
  const container = await show(Story(Page));
  expect(container.textContent).toBe('Sitenone  anonymous ');
});
