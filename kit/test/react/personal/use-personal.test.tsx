// @vitest-environment happy-dom
import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as Module from '../../../src/react/personal/use-personal.ts';
import type { Platform } from '../../../src/react/platform.ts';
import { platformWith } from '../fixtures/in-shell.tsx';
import { mount } from '../fixtures/mounted.tsx';

const requests: [string, RequestInit | undefined][] = [];
let answer: () => Promise<Response>;
let personal: typeof Module;

/** A new module for each test, as in a new document. */
beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal('__webpack_public_path__', '/assets/blog/');
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => (requests.push([url, init]), answer()));
  answer = async () => Response.json({ name: 'Ada' });
  personal = await import('../../../src/react/personal/use-personal.ts');
});
afterEach(() => {
  requests.length = 0;
  vi.unstubAllGlobals();
});

function Me() {
  const { state, data, error, refresh } = personal.usePersonal<{ name: string }>('account', '/me');
  return (
    <button onClick={() => void refresh()}>{`${state} ${data?.name ?? ''} ${error?.code ?? ''}`}</button>
  );
}
const shown = () => [...document.querySelectorAll('button')].map(({ textContent }) => textContent?.trim());
const click = () => act(async () => document.querySelector('button')!.click());

it('is anonymous on the server and during hydration, and sends no request until then', async () => {
  const html = renderToString(<Me />);
  expect([html.includes('anonymous'), requests]).toEqual([true, []]);
  const container = document.createElement('div');
  container.innerHTML = html;
  document.body.append(container);
  const onRecoverableError = vi.fn<() => void>();
  const root = await act(async () => hydrateRoot(container, <Me />, { onRecoverableError }));
  expect([shown(), requests.length, onRecoverableError.mock.calls]).toEqual([['known Ada'], 1, []]);
  await act(async () => root.unmount());
});

it('requests one address of its own app once for several components', async () => {
  await mount(
    <>
      <Me />
      <Me />
    </>,
  );
  expect(shown()).toEqual(['known Ada', 'known Ada']);
  expect(requests.map(([url]) => url)).toEqual(['/-/personal/blog/account/me']);
});

it('shows known data during and after a failed refresh, and drops them when the session has ended', async () => {
  await mount(<Me />);
  answer = async () => Response.json({ code: 'UPSTREAM_TIMEOUT', message: 'Late' }, { status: 504 });
  await click();
  expect(shown()).toEqual(['failed Ada UPSTREAM_TIMEOUT']);
  answer = async () => Response.json({ state: 'anonymous' });
  await click();
  expect(shown()).toEqual(['anonymous']);
  answer = () => Promise.reject(new TypeError('offline'));
  await click();
  expect(shown()).toEqual(['failed']);
});

it('navigates anonymous visitors to the sign-in page, asks again after their return, and lets known ones stay', async () => {
  const { installPlatform: install } = await import('../../../src/react/platform.ts');
  const navigate = vi.fn<Platform['navigate']>(async () => 'confirmed');
  install(platformWith({ navigate }));
  const Page = personal.requiring(Me, 'account', '/me', '/sign-in');
  expect(renderToString(<Page />)).toBe(renderToString(<Me />));
  const known = answer;
  answer = async () => Response.json({}, { status: 401 });
  window.history.replaceState(null, '', '/orders?page=2');
  const first = await mount(<Page />);
  expect(navigate.mock.calls).toEqual([['/sign-in?back=%2Forders%3Fpage%3D2', { replace: true }]]);
  await first.unmount();
  answer = known;
  const second = await mount(<Page />);
  expect([shown(), navigate.mock.calls.length]).toEqual([['known Ada'], 1]);
  // The session ends while the page is open.
  answer = async () => Response.json({}, { status: 401 });
  await click();
  expect(navigate).toHaveBeenCalledTimes(2);
  await second.unmount();
  answer = () => Promise.reject(new TypeError('offline'));
  await mount(<Page />);
  expect([shown(), navigate.mock.calls.length]).toEqual([['failed'], 2]);
});

it('sends JSON for the visitor, and throws the error of the answer', async () => {
  expect(await personal.sendPersonal('account', '/orders', { a: 1 })).toEqual({ name: 'Ada' });
  const headers = { 'content-type': 'application/json' };
  expect(requests[0]).toEqual([
    '/-/personal/blog/account/orders',
    { cache: 'no-store', redirect: 'error', method: 'POST', headers, body: '{"a":1}' },
  ]);
  answer = async () => Response.json({ code: 'PERSONAL_LIMIT', message: 'Too many' }, { status: 429 });
  await expect(personal.sendPersonal('account', '/orders', {})).rejects.toEqual({
    status: 429,
    code: 'PERSONAL_LIMIT',
    message: 'Too many',
    body: { code: 'PERSONAL_LIMIT', message: 'Too many' },
  });
});

it.each([
  [{ fields: { name: 'It is taken' } }, { message: 'The answer has the status 422.' }],
  [{ code: 7, message: ['no'] }, { message: 'The answer has the status 422.' }],
  [
    { code: 'taken', message: 'It is taken' },
    { code: 'taken', message: 'It is taken' },
  ],
])('throws an error with the body %j of the backend', async (body, told) => {
  answer = async () => Response.json(body, { status: 422 });
  const sending = personal.sendPersonal('account', '/orders', {}, 'PATCH');
  await expect(sending).rejects.toEqual({ status: 422, ...told, body });
  expect(requests[0]![1]).toMatchObject({ method: 'PATCH' });
});

it('requests the data of mounted components again after a change, and only of its name', async () => {
  await mount(<Me />);
  requests.length = 0;
  answer = async () => Response.json({ name: 'Grace' });
  await act(() => personal.sendPersonal('account', '/me', { name: 'Grace' }, 'PUT'));
  expect(shown()).toEqual(['known Grace']);
  await act(() => personal.sendPersonal('shop', '/basket', {}));
  expect(requests.map(([url, init]) => `${init?.method ?? 'GET'} ${url}`)).toEqual([
    'PUT /-/personal/blog/account/me',
    'GET /-/personal/blog/account/me',
    'POST /-/personal/blog/shop/basket',
  ]);
});

it('does not request again after a change that failed', async () => {
  await mount(<Me />);
  answer = async () => Response.json({}, { status: 422 });
  await expect(personal.sendPersonal('account', '/me', {})).rejects.toMatchObject({ status: 422 });
  expect([requests.length, shown()]).toEqual([2, ['known Ada']]);
});

it('shows a change at once in all components, also when an earlier request is answered later', async () => {
  let finish: (response: Response) => void = () => {};
  function Rename() {
    const { mutate } = personal.usePersonal<{ name: string }>('account', '/me');
    return <input type="button" onClick={() => mutate({ name: 'Grace' })} />;
  }
  await mount(
    <>
      <Me />
      <Rename />
    </>,
  );
  answer = () => new Promise((done) => (finish = done));
  await click();
  await act(async () => document.querySelector('input')!.click());
  expect(shown()).toEqual(['known Grace']);
  await act(async () => finish(Response.json({ name: 'Ada' })));
  expect(shown()).toEqual(['known Grace']);
});

it('shows anonymous visitors their page until the answer after a change has come', async () => {
  answer = async () => Response.json({ state: 'anonymous' });
  await mount(<Me />);
  let finish: (response: Response) => void = () => {};
  const answers = [Promise.resolve(Response.json({})), new Promise<Response>((done) => (finish = done))];
  answer = () => answers.shift()!;
  await act(() => personal.sendPersonal('account', '/session', {}));
  expect(shown()).toEqual(['anonymous']);
  await act(async () => finish(Response.json({ name: 'Ada' })));
  expect(shown()).toEqual(['known Ada']);
});

it('requests again when the visitor returns after five seconds, while a component is mounted', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const page = await mount(<Me />);
    const returned = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')));
    vi.setSystemTime(Date.now() + 4_999);
    await returned();
    expect(requests).toHaveLength(1);
    answer = async () => Response.json({ name: 'Grace' });
    vi.setSystemTime(Date.now() + 1);
    await returned();
    expect([requests.length, shown()]).toEqual([2, ['known Grace']]);
    await returned();
    expect(requests).toHaveLength(2);
    await page.unmount();
    vi.setSystemTime(Date.now() + 60_000);
    await returned();
    expect(requests).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});
