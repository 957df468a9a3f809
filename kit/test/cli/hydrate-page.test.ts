import { describe, expect, it } from 'vitest';
import { type BrowserLike, hydratePage } from '../../src/cli/hydrate-page.ts';

type Handler = (argument: never) => void;
type Fire = (event: string, argument: object) => void;

/** A browser whose page does `happens` while it loads, and ends in the state `hydrating`. */
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

const CASES: { happens: string; fires: (fire: Fire) => void; state: string | Error; problems: string[] }[] = [
  { happens: 'nothing but hydration', fires: () => {}, state: 'false', problems: [] },
  {
    happens: 'an error on the console, twice',
    fires: (fire) => {
      for (let n = 0; n < 2; n++) fire('console', { type: () => 'error', text: () => 'Text did not match' });
    },
    state: 'false',
    problems: ['console: Text did not match'],
  },
  {
    happens: 'a word on the console',
    fires: (fire) => fire('console', { type: () => 'info', text: () => 'hello' }),
    state: 'false',
    problems: [],
  },
  {
    happens: 'an uncaught error',
    fires: (fire) => fire('pageerror', new Error('x is not a function')),
    state: 'false',
    problems: ['uncaught: x is not a function'],
  },
  {
    happens: 'a script that is missing',
    fires: (fire) => fire('response', { url: () => 'http://site.test/assets/blog/a.js', status: () => 404 }),
    state: 'off',
    problems: ['404 for /assets/blog/a.js', 'it did not hydrate'],
  },
  {
    happens: 'a report to the gateway',
    fires: (fire) =>
      fire('request', { url: () => 'http://site.test/-/reports', postData: () => '{"kind":"hydration"}' }),
    state: 'false',
    problems: ['reported: {"kind":"hydration"}'],
  },
  {
    happens: 'a hydration that never ends',
    fires: () => {},
    state: new Error('Timeout 10000ms exceeded.\nCall log'),
    problems: ['it did not hydrate: Timeout 10000ms exceeded.'],
  },
];

describe('hydratePage', () => {
  it.each(CASES)('finds the right problems after $happens', async ({ fires, state, problems }) => {
    const browser = browserWhere(fires, state);
    expect(await hydratePage(browser, 'http://site.test/blog')).toEqual(problems);
    expect(browser.closed).toBe(1);
  });
});
