// @vitest-environment happy-dom
import { act } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as Events from '../../../src/react/personal/use-personal-events.ts';
import type * as Module from '../../../src/react/personal/use-personal.ts';
import { mount } from '../fixtures/mounted.tsx';

/** A stream whose events the test sends. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static readonly opened: FakeSource[] = [];
  readyState = 0;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeSource.opened.push(this);
  }
  send(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(data) }));
  }
  fail(readyState: number): void {
    this.readyState = readyState;
    this.dispatchEvent(new Event('error'));
  }
  close(): void {
    this.readyState = FakeSource.CLOSED;
  }
}
let events: typeof Events;
let personal: typeof Module;
const received: unknown[] = [];
const { opened } = FakeSource;

/** New modules for each test, as in a new document. */
beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal('__webpack_public_path__', '/assets/blog/');
  vi.stubGlobal('EventSource', FakeSource);
  vi.stubGlobal('fetch', async () => Response.json({ name: 'Ada' }));
  personal = await import('../../../src/react/personal/use-personal.ts');
  events = await import('../../../src/react/personal/use-personal-events.ts');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  received.length = 0;
  opened.length = 0;
});

function News() {
  const { state } = events.usePersonalEvents<{ n: number }>('account', '/news', ({ n }) => received.push(n));
  return <p>{state}</p>;
}
const shown = () => [...document.querySelectorAll('p')].map(({ textContent }) => textContent);
const tell = (type: string) => act(async () => opened.at(-1)!.dispatchEvent(new Event(type)));

it('is anonymous on the server', () => {
  expect(renderToString(<News />)).toBe('<p>anonymous</p>');
  expect(opened).toEqual([]);
});

it('receives the events of one stream in all components, until the last one leaves', async () => {
  const page = await mount(
    <>
      <News />
      <News />
    </>,
  );
  expect(opened.map(({ url }) => url)).toEqual(['/-/personal/blog/account/news']);
  expect(shown()).toEqual(['loading', 'loading']);
  await tell('known');
  await act(async () => opened[0]!.send({ n: 1 }));
  expect([shown(), received]).toEqual([
    ['known', 'known'],
    [1, 1],
  ]);
  await page.unmount();
  expect(opened[0]!.readyState).toBe(FakeSource.CLOSED);
});

it('leaves a stream that ended to the browser, and opens a refused one again later', async () => {
  await mount(<News />);
  await tell('known');
  await act(async () => opened[0]!.fail(0));
  expect([shown(), opened.length]).toEqual([['loading'], 1]);
  await act(async () => opened[0]!.fail(FakeSource.CLOSED));
  expect(shown()).toEqual(['failed']);
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect([shown(), opened.length]).toEqual([['loading'], 2]);
});

it('closes the stream of an anonymous visitor, and opens one after the sign-in', async () => {
  await mount(<News />);
  await tell('anonymous');
  expect([shown(), opened[0]!.readyState]).toEqual([['anonymous'], FakeSource.CLOSED]);
  await act(() => personal.sendPersonal('account', '/session', {}));
  expect(opened).toHaveLength(2);
  await tell('known');
  await act(() => personal.sendPersonal('account', '/orders', {}));
  expect([shown(), opened.length]).toEqual([['known'], 2]);
});

it('closes the stream when another answer says that the session has ended', async () => {
  function Both() {
    personal.usePersonal('account', '/me');
    return <News />;
  }
  await mount(<Both />);
  await tell('known');
  vi.stubGlobal('fetch', async () => Response.json({ state: 'anonymous' }));
  await act(() => personal.sendPersonal('account', '/session', {}, 'DELETE'));
  expect([shown(), opened[0]!.readyState]).toEqual([['anonymous'], FakeSource.CLOSED]);
});

it('receives the answer of a test as one event', async () => {
  personal.answerPersonal(async () => ({ n: 7 }));
  await mount(<News />);
  expect([shown(), received, opened]).toEqual([['known'], [7], []]);
});
