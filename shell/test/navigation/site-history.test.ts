import { describe, expect, it } from 'vitest';
import { createSiteHistory } from '../../src/navigation/site-history.ts';

/** A minimal browser history. */
function fakeWindow(url = '/') {
  const entries: { state: unknown; url: string }[] = [{ state: null, url }];
  let at = 0;
  let listener: (event: PopStateEvent) => void = () => {};
  const location = {
    pathname: url,
    search: '',
    hash: '',
    // A hash navigation of the browser: an unmarked entry, with an immediate event.
    replace(hash: string) {
      entries[at] = { state: null, url: location.pathname + hash };
      listener({ state: null } as PopStateEvent);
    },
  };
  const arrive = (): void => {
    Object.assign(location, { pathname: entries[at]!.url });
    listener({ state: entries[at]!.state } as PopStateEvent);
  };
  return {
    entries,
    at: () => at,
    location,
    history: {
      get state() {
        return entries[at]!.state;
      },
      pushState(state: unknown, _: string, to: string) {
        entries.splice(++at, Infinity, { state, url: to });
      },
      replaceState(state: unknown, _: string, to?: string) {
        entries[at] = { state, url: to ?? entries[at]!.url };
      },
      go(delta: number) {
        at += delta;
        arrive();
      },
      scrollRestoration: 'auto' as ScrollRestoration,
    },
    addEventListener: (_: 'popstate', added: typeof listener) => {
      listener = added;
    },
    /** The browser adds an unmarked entry, like for an edited hash. */
    addForeignEntry(to: string) {
      entries.splice(++at, Infinity, { state: null, url: to });
      arrive();
    },
  };
}

function setUp() {
  const window = fakeWindow();
  let keys = 0;
  const history = createSiteHistory(window, () => `key${keys++}`);
  const moves: [string, number][] = [];
  history.listen(({ path }, { delta }) => moves.push([path, delta]));
  history.push('/a');
  history.push('/b');
  return { window, history, moves };
}

describe('the history of the site', () => {
  it('keeps the state of an entry, also when its hash is followed', () => {
    const { window, history } = setUp();
    const states: unknown[] = [];
    history.listen(({ state }) => states.push(state));
    history.push('/c', { x: 1 });
    history.retarget();
    window.history.go(-1);
    window.history.go(1);
    expect(states).toEqual([undefined, { x: 1 }]);
  });

  it('reports the distance of a move', () => {
    const { window, moves } = setUp();
    window.history.go(-2);
    window.history.go(1);
    expect(moves).toEqual([
      ['/', -2],
      ['/a', 1],
    ]);
  });

  it('restores a move without an event', () => {
    const { window, history, moves } = setUp();
    window.history.go(-2);
    history.restore(-2);
    expect(window.at()).toBe(2);
    expect(moves).toEqual([['/', -2]]);
  });

  it('assigns each entry a constant key', () => {
    const { window, history } = setUp();
    const key = history.key();
    window.history.go(-1);
    expect(history.key()).not.toBe(key);
    window.history.go(1);
    expect(history.key()).toBe(key);
  });

  it('adopts entries of the browser', () => {
    const { window, history, moves } = setUp();
    window.addForeignEntry('/b');
    expect(moves).toEqual([['/b', 1]]);
    window.history.go(-1);
    expect(moves.at(-1)).toEqual(['/b', -1]);
    history.restore(-1);
    expect(window.at()).toBe(3);
  });

  it('replaces an entry under its key', () => {
    const { window, history } = setUp();
    const key = history.key();
    history.replace('/c');
    expect(window.entries).toHaveLength(3);
    expect([window.entries[2]!.url, history.key()]).toEqual(['/c', key]);
  });

  it.each(['', '#end'])('lets the browser find the target of %j again in the same entry', (hash) => {
    const { window, history, moves } = setUp();
    Object.assign(window.location, { pathname: '/b', hash });
    const key = history.key();
    history.retarget();
    expect([window.entries.length, window.entries[2]!.url, history.key()]).toEqual([3, `/b${hash}`, key]);
    expect(createSiteHistory(window, () => 'new').key()).toBe(key);
    expect(moves).toEqual([]);
  });

  it('continues the entries of an earlier document', () => {
    const window = fakeWindow();
    window.history.replaceState({ platform: { index: 7, key: 'old' } }, '');
    expect(createSiteHistory(window, () => 'new').key()).toBe('old');
  });
});
