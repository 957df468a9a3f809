import { expect, it } from 'vitest';
import { type BrowserLike, hydratePage } from '../../src/cli/hydrate-page.ts';

type Handler = (argument: never) => void;
type Fire = (event: string, argument: object) => void;

/** A browser whose page runs `happens` while it loads, and has the state `hydrating` at the end. */
function browserWhere(
  happens: (fire: Fire) => void,
  hydrating: string | Error,
): BrowserLike & { closed: number } {
  const browser = { closed: 0 } as BrowserLike & { closed: number };
  browser.newPage = async () => {
    const handlers = new Map<string, Handler>();
    return {
      on: (event: string, handler: Handler) => handlers.set(event, handler),
      goto: async () => (happens((event, argument) => handlers.get(event)?.(argument as never)), null),
      mouse: { move: async () => {} },
      waitForSelector: async () => {
        if (hydrating instanceof Error) throw hydrating;
      },
      getAttribute: async () => hydrating,
      close: async () => void browser.closed++,
    } as never;
  };
  return browser;
}

const console = (type: string, text: string) => (fire: Fire) => {
  for (let n = 0; n < 2; n++) fire('console', { type: () => type, text: () => text });
};
const response = { url: () => 'http://site.test/assets/blog/a.js', status: () => 404 };
const report = { url: () => 'http://site.test/-/reports', postData: () => '{"kind":"hydration"}' };

it.each<[happens: string, fires: (fire: Fire) => void, state: string | Error, problems: string[]]>([
  ['a hydration without errors', () => {}, 'false', []],
  ['an error on the console, twice', console('error', 'Did not match'), 'false', ['console: Did not match']],
  ['a message on the console', console('info', 'hello'), 'false', []],
  ['an uncaught error', (fire) => fire('pageerror', new Error('x')), 'false', ['uncaught: x']],
  [
    'a missing script',
    (fire) => fire('response', response),
    'off',
    ['404 for /assets/blog/a.js', 'it did not hydrate'],
  ],
  ['a report to the gateway', (fire) => fire('request', report), 'false', ['reported: {"kind":"hydration"}']],
  [
    'a hydration that times out',
    () => {},
    new Error('Timeout exceeded.\nCall log'),
    ['it did not hydrate: Timeout exceeded.'],
  ],
])('reports the problems of %s', async (_, fires, state, problems) => {
  const browser = browserWhere(fires, state);
  expect(await hydratePage(browser, 'http://site.test/blog')).toEqual(problems);
  expect(browser.closed).toBe(1);
});
