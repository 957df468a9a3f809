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

// Files share a process: what another one has imported already would not be replaced.
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

/** Hydrates a document with this HTML. @returns what was told, in its order */
async function hydrate(
  html: string,
  { changed = false } = {},
  loadLater: LoadLater = async () => later(() => laterParts),
) {
  document.body.innerHTML = `<div id="app">${html}</div>`;
  const told: string[] = [];
  const tell = ({ type }: Event): void => {
    told.push(`${type} ${getHydrating(document)} ${getLinks(document)}`);
  };
  for (const name of [HYDRATED_EVENT, NAVIGABLE_EVENT, OFF_EVENT])
    window.addEventListener(name, tell, { signal: ended.signal });
  setHydrating(document, 'true');
  setLinks(document, 'held');
  Object.assign(window, { platformBoot: { html: { changed: () => changed, end: () => {} } } });
  const data = { composition: 'c1', navigation: { header: [], footer: [] }, year: 2026 };
  const start = { window, data, first, loadLater, tell: (signal: Signal) => signals.push(signal) };
  await act(async () => startClient(start as unknown as ClientStart));
  return { told };
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
  it('takes the document over; what a click needs is asked for then, and begins when it is there', async () => {
    const asked: string[] = [];
    const begin = vi.fn<() => void>();
    const loadLater: LoadLater = async () => {
      asked.push(getHydrating(document));
      return later(({ data }) => {
        expect(data.routes).toEqual(tables.routes);
        return { ...laterParts, begin };
      });
    };
    const { told } = await hydrate(SERVER_HTML, {}, loadLater);
    expect(told).toEqual(['platform:hydrated false held', 'platform:navigable false followed']);
    expect([signals, asked, begin.mock.calls.length]).toEqual([[], ['false'], 1]);
  });

  it('leaves links to the browser, and says so, when what a click needs does not come at two tries', async () => {
    const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const loadLater = vi.fn<LoadLater>(async () => Promise.reject(new Error('lost')));
    const { told } = await hydrate(SERVER_HTML, {}, loadLater);
    expect(told).toEqual(['platform:hydrated false held', 'platform:off false plain']);
    expect([loadLater.mock.calls.length, warnings.mock.calls.length]).toEqual([2, 1]);
    expect(signals).toEqual([{ type: 'chunk', app: 'shell', error: new Error('lost') }]);
  });

  it('that finds other text is told of, with the components around it', async () => {
    await hydrate(SERVER_HTML.replace('Hello', 'Goodbye'));
    const components = expect.stringContaining('Page') as string;
    expect(signals).toEqual([{ type: 'hydration', error: expect.any(Error) as Error, components }]);
  });

  it('that finds text which an extension has changed is nobody’s fault', async () => {
    await hydrate(SERVER_HTML.replace('Hello', 'Hallo'), { changed: true });
    expect(signals).toEqual([]);
  });

  it('needs the root of the document', () => {
    document.body.innerHTML = '';
    expect(() => startClient({ window, data: {}, first } as unknown as ClientStart)).toThrow('no #app');
  });
});
