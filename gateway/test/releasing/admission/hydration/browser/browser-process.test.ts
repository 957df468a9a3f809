import { expect, test } from 'vitest';
import { startBrowserProcess } from '../../../../../src/releasing/admission/hydration/browser/browser-process.ts';
import type {
  DevTools,
  Parameters,
} from '../../../../../src/releasing/admission/hydration/browser/devtools.ts';

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

type Listener = (method: string, parameters: Parameters) => void;

/** @param says what the page says once it is led somewhere (`end`: the connection ends); after that the time of the page is over. */
function play(...says: ([string, Parameters] | 'end')[]) {
  const calls: [string, Parameters][] = [];
  const listeners = new Set<Listener>();
  const ends = new Set<(reason: string) => void>();
  const timers = new Set<object>();
  let late: () => void = () => {};
  const add = <Item>(set: Set<Item>, item: Item) => {
    set.add(item);
    return () => void set.delete(item);
  };
  const devtools: DevTools = {
    async call(method, parameters = {}) {
      calls.push([method, parameters]);
      if (method === 'Page.navigate') {
        for (const said of says)
          if (said === 'end') for (const end of ends) end('the browser is gone');
          else for (const listener of listeners) listener(...said);
        late();
      }
      return { browserContextId: 'context', targetId: 'target', sessionId: 'session' };
    },
    listen: (_, listener) => add(listeners, listener),
    onEnd: (listener) => add(ends, listener),
    end: () => {},
  };
  const process = startBrowserProcess({
    endpoint: 'http://browser.test',
    scripts: { scripts: [SCRIPT], sources: [Buffer.from('x')], imports: {}, tables: '' },
    open: async () => devtools,
    after(ms, callback) {
      const timer = {};
      const fire = () =>
        queueMicrotask(() => {
          timers.delete(timer);
          callback();
        });
      // Whatever was said comes first.
      if (ms > 10_000) late = fire;
      else fire();
      return add(timers, timer);
    },
  });
  const left = () => [listeners.size, ends.size, timers.size];
  return { calls, left, ask: () => process.ask({ type: 'page', url: URL_OF_PAGE, html: '<p>x</p>' }) };
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

test('where the browser ends in the midst of a page, the page is not to blame, and nothing is left of it', async () => {
  const { left, ask } = play('end');
  await expect(ask()).rejects.toMatchObject({
    message: 'the browser beside the gateway: the browser is gone',
    by: 'machine',
  });
  expect(left()).toEqual([0, 0, 0]);
});

test('nothing is left of a page that failed', async () => {
  const { left, ask } = play(told({ note: { kind: 'uncaught', message: 'boom' } }));
  expect(await ask()).toMatchObject({ state: 'late', notes: [{ message: 'boom' }] });
  expect(left()).toEqual([0, 0, 0]);
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
    request('http://site.test.elsewhere.test/assets/docs/a.js'),
    request('http://site.test:81/assets/docs/a.js'),
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
    ['http://site.test.elsewhere.test/assets/docs/a.js', 404, ''],
    ['http://site.test:81/assets/docs/a.js', 404, ''],
    ['http://elsewhere.test/terms', 404, ''],
    ['http://site.test/a.css', 200, ''],
  ]);
});

test('a stack names scripts as the other processes do, and none of another origin', async () => {
  const others =
    '    at http://other.test/assets/docs/a.js:3:4\n    at http://site.test.other.test/assets/docs/a.js:5:6';
  const stack = `Error: boom\n    at x (http://site.test/assets/docs/a.js:1:2)\n${others}`;
  const { ask } = play(
    told({ note: { kind: 'uncaught', message: 'boom', stack } }),
    told({ state: 'hydrated' }),
  );
  expect(await ask()).toMatchObject({
    notes: [
      {
        message: 'boom',
        stack: `Error: boom\n    at x (docs@1/client/a.js:1:2)\n${others}`,
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

test('a stack without end is cut', async () => {
  const stack = 'x'.repeat(5_000);
  const { ask } = play(
    told({ note: { kind: 'uncaught', message: 'boom', stack } }),
    told({ state: 'hydrated' }),
  );
  const { notes } = (await ask()) as { notes: { stack: string }[] };
  expect(notes[0]!.stack).toHaveLength(4_000);
});

test.each([
  '',
  '{',
  'null',
  '7',
  '{"note":7}',
  '{"note":{"message":{}}}',
  '{"note":{"message":"x","stack":7}}',
  '{"state":{}}',
])('a page that says %j has said nothing', async (payload) => {
  const { ask } = play(['Runtime.bindingCalled', { payload }], told({ state: 'off' }));
  expect(await ask()).toEqual({ state: 'off', notes: [], reports: [] });
});

test('where the browser cannot be reached, the page is not to blame', async () => {
  const process = startBrowserProcess({
    endpoint: 'http://browser.test',
    scripts: { scripts: [], sources: [], imports: {}, tables: '' },
    open: () => Promise.reject(new Error('nobody there')),
    after: () => () => {},
  });
  await expect(process.ask({ type: 'page', url: URL_OF_PAGE, html: '' })).rejects.toMatchObject({
    message: 'the browser beside the gateway: nobody there',
    by: 'machine',
  });
});
