import { expect, test } from 'vitest';
import { startBrowserProcess } from '../../../src/hydration/browser/browser-process.ts';
import type { DevTools, Parameters } from '../../../src/hydration/browser/devtools.ts';

const URL_OF_PAGE = 'http://site.test/terms';
const SCRIPT = { path: '/assets/docs/a.js', name: 'docs@1/client/a.js', bytes: 1 };
const request = (url: string, resourceType = 'Script', postData?: string): [string, Parameters] => [
  'Fetch.requestPaused',
  { requestId: url, resourceType, request: { url, ...(postData && { postData }) } },
];
const told = (what: object): [string, Parameters] => [
  'Runtime.bindingCalled',
  { payload: JSON.stringify(what) },
];

/** @param says what the page says once it is led somewhere; after that the time of the page is over. */
function play(...says: [string, Parameters][]) {
  const calls: [string, Parameters][] = [];
  let listener: (method: string, parameters: Parameters) => void = () => {};
  let late: () => void = () => {};
  const devtools: DevTools = {
    async call(method, parameters = {}) {
      calls.push([method, parameters]);
      if (method === 'Page.navigate') {
        for (const [name, values] of says) listener(name, values);
        late();
      }
      return { browserContextId: 'context', targetId: 'target', sessionId: 'session' };
    },
    listen: (_, next) => (listener = next),
    onEnd: () => {},
    end: () => {},
  };
  const process = startBrowserProcess({
    endpoint: 'http://browser.test',
    scripts: { scripts: [SCRIPT], sources: [Buffer.from('x')], imports: {} },
    open: async () => devtools,
    after(ms, callback) {
      // Whatever was said comes first.
      if (ms > 10_000) late = () => queueMicrotask(callback);
      else queueMicrotask(callback);
      return () => {};
    },
  });
  return { calls, ask: () => process.ask({ type: 'page', url: URL_OF_PAGE, html: '<p>x</p>' }) };
}
const answers = (calls: [string, Parameters][]) =>
  calls
    .filter(([method]) => method === 'Fetch.fulfillRequest')
    .map(([, { requestId, responseCode, body }]) => [
      requestId,
      responseCode,
      Buffer.from(String(body), 'base64').toString(),
    ]);

test('a page that hydrates is told of as hydrated, and its profile is gone', async () => {
  const { calls, ask } = play(told({ state: 'hydrated' }));
  expect(await ask()).toEqual({ state: 'hydrated', notes: [], reports: [] });
  expect(calls.at(-1)).toEqual(['Target.disposeBrowserContext', { browserContextId: 'context' }]);
});

test('a page that never says so is late', async () => {
  expect(await play().ask()).toMatchObject({ state: 'late' });
});

test('it gets its document and the scripts of the composition, and nothing else', async () => {
  const { calls, ask } = play(
    request(URL_OF_PAGE, 'Document'),
    request('http://site.test/assets/docs/a.js'),
    request('http://site.test/assets/docs/b.js'),
    request('http://elsewhere.test/assets/docs/a.js'),
    request('http://elsewhere.test/terms', 'Document'),
    request('http://site.test/a.css', 'Stylesheet'),
    request('http://site.test/api', 'Fetch'),
    told({ state: 'hydrated' }),
  );
  await ask();
  expect(answers(calls)).toEqual([
    [URL_OF_PAGE, 200, '<p>x</p>'],
    ['http://site.test/assets/docs/a.js', 200, 'x'],
    ['http://site.test/assets/docs/b.js', 404, ''],
    ['http://elsewhere.test/assets/docs/a.js', 404, ''],
    ['http://elsewhere.test/terms', 404, ''],
    ['http://site.test/a.css', 200, ''],
  ]);
});

test('a stack names scripts as the other processes do', async () => {
  const stack =
    'Error: boom\n    at x (http://site.test/assets/docs/a.js:1:2)\n    at http://other.test/assets/docs/a.js:3:4';
  const { ask } = play(
    told({ note: { kind: 'uncaught', message: 'boom', stack } }),
    told({ state: 'hydrated' }),
  );
  expect(await ask()).toMatchObject({
    notes: [
      {
        message: 'boom',
        stack:
          'Error: boom\n    at x (docs@1/client/a.js:1:2)\n    at http://other.test/assets/docs/a.js:3:4',
      },
    ],
  });
});

test('what it would report is kept, so much of it', async () => {
  const beacon = request('http://site.test/-/reports', 'Ping', 'r'.repeat(5_000));
  const { ask } = play(...Array.from({ length: 30 }, () => beacon), told({ state: 'hydrated' }));
  const { reports } = (await ask()) as { reports: string[] };
  expect([reports.length, reports[0]!.length]).toEqual([10, 1_000]);
});

test.each(['', '{', 'null', '7', '{"note":7}', '{"note":{"message":{}}}', '{"state":{}}'])(
  'a page that says %j has said nothing',
  async (payload) => {
    const { ask } = play(['Runtime.bindingCalled', { payload }], told({ state: 'off' }));
    expect(await ask()).toEqual({ state: 'off', notes: [], reports: [] });
  },
);

test('where the browser cannot be reached, the page is not to blame', async () => {
  const process = startBrowserProcess({
    endpoint: 'http://browser.test',
    scripts: { scripts: [], sources: [], imports: {} },
    open: () => Promise.reject(new Error('nobody there')),
    after: () => () => {},
  });
  await expect(process.ask({ type: 'page', url: URL_OF_PAGE, html: '' })).rejects.toMatchObject({
    message: 'the browser beside the gateway: nobody there',
    byLimit: false,
  });
});
