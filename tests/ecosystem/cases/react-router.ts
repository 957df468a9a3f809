import type { Page } from 'playwright';
import { type Case, pageCase } from '../case.ts';

async function seen(page: Page, expected: object): Promise<void> {
  const text = JSON.stringify(expected).slice(1, -1);
  await page.locator('main output', { hasText: text }).waitFor();
}

const LOCATION = `const { pathname, search, state } = useLocation();
  const shown = <output>{JSON.stringify({ at: pathname.split('/').at(-1), search, state })}</output>;`;

const refused = (name: string, page: string, message: RegExp, files: Record<string, string> = {}): Case => ({
  name: `router-${name}`,
  files: { 'page.tsx': page, ...files },
  refused: message,
});

/** The names of react-router, as its users know them. */
export const reactRouter: Case[] = [
  pageCase(
    'router-link',
    `import { Link, NavLink, useLocation } from 'react-router-dom';
export default () => {
  ${LOCATION}
  return <>
    <h1>Router links</h1>{shown}
    <NavLink to="." className={({ isActive }) => isActive ? 'on' : 'off'}>{({ isActive }) => isActive ? 'Here' : 'There'}</NavLink>
    <Link to={{ search: '?tab=2' }} state={{ from: 'here' }}>Second tab</Link>
  </>;
};`,
    {
      shows: 'Here',
      route: { query: { tab: { samples: ['2'] } } },
      async use(page) {
        await page.locator('main a.on').waitFor();
        await page.getByRole('link', { name: 'Second tab' }).click();
        await seen(page, { search: '?tab=2', state: { from: 'here' } });
        await page.goBack();
        await seen(page, { search: '', state: null });
      },
    },
  ),
  pageCase(
    'router-navigate',
    `import { useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router';
export default () => {
  ${LOCATION}
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams({ sort: 'new' });
  return <>
    <h1>Sorted by {params.get('sort')}, {useNavigation().state}</h1>{shown}
    <button onClick={() => setParams((before) => { before.set('sort', 'old'); return before; })}>Old</button>
    <button onClick={() => navigate({ search: '?sort=odd' }, { replace: true, state: 1 })}>Odd</button>
    <button onClick={() => navigate(-1)}>Back</button>
  </>;
};`,
    {
      shows: 'Sorted by new, idle',
      route: { query: { sort: { samples: ['old'] } } },
      async use(page) {
        await page.getByRole('button', { name: 'Old' }).click();
        await seen(page, { search: '?sort=old', state: null });
        await page.getByRole('button', { name: 'Odd' }).click();
        await seen(page, { search: '?sort=odd', state: 1 });
        await page.getByRole('button', { name: 'Back' }).click();
        // As in react-router, the defaults count until the query is set.
        await seen(page, { search: '', state: null });
      },
    },
  ),
  {
    name: 'router-loader-data',
    files: {
      'page.tsx': `import { useHref, useLoaderData, useMatch } from 'react-router';
import type { loader } from './page.server.ts';
export default () => {
  const data = useLoaderData<typeof loader>();
  return <><h1>{data.title}</h1><p>{useHref('..')} {useMatch('/ecosystem/:part')?.params.part}</p></>;
};`,
      'page.server.ts': `export const loader = async () => ({ title: 'Loaded title' });`,
    },
    route: { server: './src/router-loader-data/page.server.ts' },
    shows: 'Loaded title',
    use: (page) => page.getByText('/ecosystem router-loader-data').waitFor(),
  },
  {
    name: 'router-own-module',
    files: {
      'router.ts': `export * from 'react-router-dom';`,
      'page.tsx': `import * as Router from './router.ts';
export default () => <><h1>Own module</h1><Router.Link to="?x">A link</Router.Link><Router.ScrollRestoration /></>;`,
    },
    shows: 'A link',
  },
  refused(
    'routes',
    `import { BrowserRouter, Routes, Route } from 'react-router-dom';
export default () => <BrowserRouter><Routes><Route path="/" element={<h1>Hi</h1>} /></Routes></BrowserRouter>;`,
    /src\/router-routes\/page\.tsx:1: "Routes" of react-router has no meaning here: declare pages in `routes`/,
  ),
  refused(
    'star',
    `import { Form } from './router.ts';
export default () => <Form><h1>Hi</h1></Form>;`,
    /src\/router-star\/page\.tsx:1: "Form" of react-router has no meaning here: use a form/,
    { 'router.ts': `export * from 'react-router';` },
  ),
  refused(
    'computed',
    `import * as Router from 'react-router';
const name = ['use', 'Fetcher'].join('');
export default () => <h1>{String((Router as Record<string, unknown>)[name])}</h1>;`,
    /src\/router-computed\/page\.tsx:1: all names of react-router are used as one object/,
  ),
];
