import { renderToStaticMarkup } from 'react-dom/server';
import { type Navigator, Router } from 'react-router';
import { expect, it, vi } from 'vitest';
import { type Platform, PlatformProvider } from '../../src/react/platform.ts';
import { type SetSearchParams, useSearchParams } from '../../src/react/search-params.ts';

function renderHook(search: string, navigate: Platform['navigate']): [URLSearchParams, SetSearchParams] {
  let result: [URLSearchParams, SetSearchParams] | undefined;
  function Probe(): null {
    result = useSearchParams();
    return null;
  }
  renderToStaticMarkup(
    <PlatformProvider value={{ navigate } as Platform}>
      <Router location={{ pathname: '/blog', search }} navigator={{} as Navigator}>
        <Probe />
      </Router>
    </PlatformProvider>,
  );
  return result!;
}

it('gives the query of the address', () => {
  const [params] = renderHook('?tag=iot&page=2', vi.fn<Platform['navigate']>());
  expect(Object.fromEntries(params)).toEqual({ tag: 'iot', page: '2' });
});

it.each([
  ['another query', new URLSearchParams({ tag: 'a b' }), '/blog?tag=a+b'],
  ['no query', new URLSearchParams(), '/blog'],
])('goes to the same page with %s', (_, next, target) => {
  const navigate = vi.fn<Platform['navigate']>();
  const [, setParams] = renderHook('?tag=iot', navigate);
  void setParams(next, { replace: true });
  expect(navigate).toHaveBeenCalledWith(target, { replace: true });
});
