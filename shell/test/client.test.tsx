// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getHydrating, getLinks, setHydrating, setLinks } from '../src/boot-state.ts';
import { HYDRATED_EVENT, NAVIGABLE_EVENT, OFF_EVENT } from '../src/boot-state.ts';
import type { SiteTables } from '@voltframe/kit/contract/page/page-data';
import type { ClientStart } from '../src/client.tsx';
import type { LoadedPage, View } from '../src/client-root.tsx';
import type { Signal } from '../src/reports/signals.ts';

const signals: Signal[] = [];
vi.mock('../src/design/design.ts', () => ({}));
vi.mock('../src/layout/layout.tsx', () => ({ default: ({ children }: { children: object }) => children }));
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// Test files share a process: modules that another file has imported would not be mocked.
vi.resetModules();
const { startClient } = await import('../src/client.tsx');

const Page = () => <h1>Hello</h1>;
const place = { path: '/a', search: '', hash: '' };
const payload = { path: '/a', params: {}, data: null };
const page = {
  route: { id: 'x', app: 'blog', path: '/a' },
  payload,
  Component: Page,
} as unknown as LoadedPage;
const first: View = { kind: 'page', page, place };
const SERVER_HTML = '<main id="main" tabindex="-1"><h1>Hello</h1></main>';

type LoadLater = ClientStart['loadLater'];
type CreateLaterParts = Awaited<ReturnType<LoadLater>>[0]['createLaterParts'];
const laterParts = { begin: () => {} } as ReturnType<CreateLaterParts>;
const tables = { routes: [{ id: 'a' }, { id: 'b' }] } as SiteTables;
const later = (createLaterParts: CreateLaterParts): Awaited<ReturnType<LoadLater>> => [
  { createLaterParts },
  tables,
];

/** Hydrates a document with this HTML. @returns the events in order */
async function hydrate(
  html: string,
  { changed = false } = {},
  loadLater: LoadLater = async () => later(() => laterParts),
) {
  document.body.innerHTML = `<div id="app">${html}</div>`;
  const events: string[] = [];
  const record = ({ type }: Event): void => {
    events.push(`${type} ${getHydrating(document)} ${getLinks(document)}`);
  };
  for (const name of [HYDRATED_EVENT, NAVIGABLE_EVENT, OFF_EVENT])
    window.addEventListener(name, record, { signal: ended.signal });
  setHydrating(document, 'true');
  setLinks(document, 'held');
  Object.assign(window, { platformBoot: { html: { changed: () => changed, end: () => {} } } });
  const data = { composition: 'c1', navigation: { header: [], footer: [] }, year: 2026 };
  const start = { window, data, first, loadLater, tell: (signal: Signal) => signals.push(signal) };
  await act(async () => startClient(start as unknown as ClientStart));
  return { events };
}

let ended = new AbortController();
beforeEach(() => {
  signals.length = 0;
  ended = new AbortController();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  return () => {
    ended.abort();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  };
});

describe('hydration', () => {
  it('hydrates the document, then loads and starts the later parts', async () => {
    const states: string[] = [];
    const begin = vi.fn<() => void>();
    const loadLater: LoadLater = async () => {
      states.push(getHydrating(document));
      return later(({ data }) => {
        expect(data.routes).toEqual(tables.routes);
        return { ...laterParts, begin };
      });
    };
    const { events } = await hydrate(SERVER_HTML, {}, loadLater);
    expect(events).toEqual(['platform:hydrated false held', 'platform:navigable false followed']);
    expect([signals, states, begin.mock.calls.length]).toEqual([[], ['false'], 1]);
  });

  it('leaves links to the browser and reports it when the later parts fail to load twice', async () => {
    const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const loadLater = vi.fn<LoadLater>(async () => Promise.reject(new Error('lost')));
    const { events } = await hydrate(SERVER_HTML, {}, loadLater);
    expect(events).toEqual(['platform:hydrated false held', 'platform:off false plain']);
    expect([loadLater.mock.calls.length, warnings.mock.calls.length]).toEqual([2, 1]);
    expect(signals).toEqual([{ type: 'chunk', app: 'shell', error: new Error('lost') }]);
  });

  it('reports a text difference with its components', async () => {
    await hydrate(SERVER_HTML.replace('Hello', 'Goodbye'));
    const components = expect.stringContaining('Page') as string;
    expect(signals).toEqual([{ type: 'hydration', error: expect.any(Error) as Error, components }]);
  });

  it('does not report text that an extension has changed', async () => {
    await hydrate(SERVER_HTML.replace('Hello', 'Hallo'), { changed: true });
    expect(signals).toEqual([]);
  });

  it('throws without the root of the document', () => {
    document.body.innerHTML = '';
    expect(() => startClient({ window, data: {}, first } as unknown as ClientStart)).toThrow('no #app');
  });
});
