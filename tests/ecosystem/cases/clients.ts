import type { Page } from 'playwright';
import { type Case, pageCase } from '../case.ts';

const shown =
  (text: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByText(text).first().waitFor();

/** Clicks a button by its name, and waits for a text. */
const click =
  (button: string, text: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: button }).click();
    await page.getByText(text).first().waitFor();
  };

/** Packages that fetch, store, check and route. */
export const clients: Case[] = [
  pageCase(
    'socket-io',
    `import { io } from 'socket.io-client';
import { useEffect, useState } from 'react';
export default () => {
  const [state, set] = useState('none');
  useEffect(() => {
    const socket = io({ autoConnect: false, transports: ['polling'] });
    set(socket.connected ? 'connected' : 'ready');
    return () => { socket.close(); };
  }, []);
  return <><h1>Socket</h1><p>Socket is {state}</p></>;
};`,
    { packages: { 'socket.io-client': '4.8.4' }, shows: 'Socket', use: shown('Socket is ready') },
  ),
  pageCase(
    'ajv',
    `import Ajv from 'ajv';
export default () => {
  const check = new Ajv().compile({ type: 'object', required: ['name'] });
  return <h1>{String(check({ name: 'a' }))}</h1>;
};`,
    { packages: { ajv: '8.20.0' }, refused: /ajv/ },
  ),
  pageCase(
    'urql',
    `import { Client, Provider, cacheExchange, fetchExchange, gql, useQuery } from 'urql';
const client = new Client({
  url: '/graphql',
  exchanges: [cacheExchange, fetchExchange],
  fetch: async () => Response.json({ data: { names: ['from the server'] } }),
});
const Names = () => {
  const [{ data }] = useQuery({ query: gql\`{ names }\` });
  return <p>Names {data?.names[0]}</p>;
};
export default () => <Provider value={client}><h1>Urql</h1><Names /></Provider>;`,
    {
      packages: { urql: '5.0.4', '@urql/core': '6.0.3', graphql: '17.1.0' },
      shows: 'Urql',
      use: shown('Names from the server'),
    },
  ),
  pageCase(
    'ky',
    `import ky from 'ky';
import { useEffect, useState } from 'react';
const api = ky.create({ retry: 0 });
export default () => {
  const [status, set] = useState(0);
  useEffect(() => { api.get('/robots.txt').then((answer) => set(answer.status)); }, []);
  return <><h1>Ky</h1><p>Status {status}</p></>;
};`,
    { packages: { ky: '2.1.0' }, shows: 'Ky', use: shown('Status 200') },
  ),
  pageCase(
    'dexie',
    `import Dexie from 'dexie';
import { useLiveQuery } from 'dexie-react-hooks';
const database = new Dexie('notes');
database.version(1).stores({ notes: '++id, text' });
export default () => {
  const notes = useLiveQuery(() => database.notes.toArray());
  return <><h1>Dexie</h1>
    <button type="button" onClick={() => database.notes.clear().then(() => database.notes.add({ text: 'a' }))}>Add</button>
    <p>{notes?.length ?? 'no'} notes</p></>;
};`,
    {
      packages: { dexie: '4.4.7', 'dexie-react-hooks': '4.4.0' },
      shows: 'Dexie',
      use: click('Add', '1 notes'),
    },
  ),
  {
    name: 'comlink',
    packages: { comlink: '4.4.2' },
    files: {
      'worker.ts': `import { expose } from 'comlink';
expose({ double: (value: number) => value * 2 });`,
      'page.tsx': `import { wrap } from 'comlink';
import { useEffect, useState } from 'react';
export default () => {
  const [value, set] = useState(0);
  useEffect(() => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    wrap(worker).double(21).then(set);
    return () => worker.terminate();
  }, []);
  return <><h1>Comlink</h1><p>Value {value}</p></>;
};`,
    },
    shows: 'Comlink',
    use: shown('Value 42'),
  },
  pageCase(
    'react-use',
    `import { useCounter, useLocalStorage, useMedia, useWindowSize } from 'react-use';
export default () => {
  const [count, { inc }] = useCounter(0);
  const [kept] = useLocalStorage('kept', 'default');
  const wide = useMedia('(min-width: 1px)', false);
  const { width } = useWindowSize(0);
  return <><h1>Hooks</h1><button type="button" onClick={() => inc()}>More</button>
    <p>{count} of {kept}, {wide ? 'wide' : 'narrow'}, {width > 0 ? 'sized' : 'unknown'}</p></>;
};`,
    { packages: { 'react-use': '17.6.1' }, shows: 'Hooks', use: click('More', '1 of default, wide, sized') },
  ),
  pageCase(
    'nuqs',
    `import { parseAsInteger, useQueryState } from 'nuqs';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
const Counter = () => {
  const [page, setPage] = useQueryState('page', parseAsInteger.withDefault(1));
  return <button type="button" onClick={() => setPage(page + 1)}>Page {page}</button>;
};
export default () => <NuqsAdapter><h1>Query state</h1><Counter /></NuqsAdapter>;`,
    { packages: { nuqs: '2.10.2' }, shows: 'Query state', use: click('Page 1', 'Page 2') },
  ),
  pageCase(
    'effect',
    `import { Effect } from 'effect';
const program = Effect.gen(function* () { return (yield* Effect.succeed(20)) + 22; });
export default () => <h1>Effect {Effect.runSync(program)}</h1>;`,
    { packages: { effect: '4.1.0' }, shows: 'Effect 42' },
  ),
  pageCase(
    'redux-saga',
    `import createSagaMiddleware from 'redux-saga';
import { call, put, takeEvery } from 'redux-saga/effects';
import { applyMiddleware, legacy_createStore } from 'redux';
import { useEffect, useState, useSyncExternalStore } from 'react';
const saga = createSagaMiddleware();
const reducer = (count = 0, { type }) => (type === 'counted' ? count + 1 : count);
const make = () => {
  const store = legacy_createStore(reducer, applyMiddleware(saga));
  saga.run(function* () { yield takeEvery('count', function* () { yield call(async () => 1); yield put({ type: 'counted' }); }); });
  return store;
};
export default () => {
  const [store] = useState(make);
  const count = useSyncExternalStore(store.subscribe, store.getState, () => 0);
  useEffect(() => { store.dispatch({ type: 'count' }); }, [store]);
  return <><h1>Saga</h1><p>{count > 0 ? 'counted' : 'none'}</p></>;
};`,
    {
      packages: { 'redux-saga': '1.5.1', redux: '5.0.1' },
      shows: 'Saga',
      use: shown('counted'),
    },
  ),
  pageCase(
    'dompurify',
    `import DOMPurify from 'dompurify';
import { useEffect, useState } from 'react';
export default () => {
  const [html, set] = useState('');
  useEffect(() => { set(DOMPurify.sanitize('<b data-kept="1">clean</b><script>1</script>')); }, []);
  return <><h1>Sanitizer</h1><div dangerouslySetInnerHTML={{ __html: html }} /></>;
};`,
    {
      packages: { dompurify: '3.5.0' },
      shows: 'Sanitizer',
      use: (page) => page.locator('b[data-kept]', { hasText: 'clean' }).waitFor(),
    },
  ),
  pageCase(
    'sentry',
    `import * as Sentry from '@sentry/react';
Sentry.init({ dsn: 'https://key@errors.example/1', enabled: false });
const Broken = Sentry.withErrorBoundary(() => <p>Inside</p>, { fallback: <p>Broken</p> });
export default () => <><h1>Reports</h1><Broken /></>;`,
    { packages: { '@sentry/react': '11.12.0' }, shows: 'Reports', use: shown('Inside') },
  ),
  pageCase(
    'supabase',
    `import { createClient } from '@supabase/supabase-js';
import { useEffect, useState } from 'react';
const supabase = createClient('https://data.example', 'key', {
  global: { fetch: async () => Response.json([{ id: 1, name: 'First row' }]) },
});
export default () => {
  const [rows, set] = useState([]);
  useEffect(() => { supabase.from('rows').select().then(({ data }) => set(data ?? [])); }, []);
  return <><h1>Rows</h1>{rows.map(({ id, name }) => <p key={id}>{name}</p>)}</>;
};`,
    { packages: { '@supabase/supabase-js': '2.119.1' }, shows: 'Rows', use: shown('First row') },
  ),
  pageCase(
    'posthog',
    `import posthog from 'posthog-js';
import { useEffect, useState } from 'react';
export default () => {
  const [state, set] = useState('none');
  useEffect(() => {
    posthog.init('key', { api_host: 'https://events.example', autocapture: false, opt_out_capturing_by_default: true, advanced_disable_flags: true, disable_external_dependency_loading: true, disable_session_recording: true });
    set(posthog.has_opted_out_capturing() ? 'silent' : 'capturing');
  }, []);
  return <><h1>Events</h1><p>Events are {state}</p></>;
};`,
    { packages: { 'posthog-js': '1.449.2' }, shows: 'Events', use: shown('Events are silent') },
  ),
  pageCase(
    'xlsx',
    `import { useState } from 'react';
import { utils, write } from 'xlsx';
export default () => {
  const [size, set] = useState(0);
  const make = () => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.json_to_sheet([{ a: 1 }]), 'Sheet');
    set(write(book, { type: 'array', bookType: 'xlsx' }).byteLength > 1000 ? 1 : 0);
  };
  return <><h1>Sheets</h1><button type="button" onClick={make}>Make</button><p>{size} books</p></>;
};`,
    { packages: { xlsx: '0.18.5' }, shows: 'Sheets', use: click('Make', '1 books') },
  ),
  pageCase(
    'tanstack-router',
    `import { RouterProvider, createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
const root = createRootRoute();
const index = createRoute({ getParentRoute: () => root, path: '/', component: () => <p>First tab</p> });
const tree = root.addChildren([index]);
const Tabs = () => {
  const [router, set] = useState();
  useEffect(() => set(createRouter({ routeTree: tree, history: createMemoryHistory({ initialEntries: ['/'] }) })), []);
  return router && <RouterProvider router={router} />;
};
export default () => <><h1>Memory router</h1><Tabs /></>;`,
    {
      packages: { '@tanstack/react-router': '1.170.46' },
      shows: 'Memory router',
      use: shown('First tab'),
    },
  ),
];
