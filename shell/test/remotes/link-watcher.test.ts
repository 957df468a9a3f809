// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { createLinkWatcher } from '../../src/remotes/link-watcher.ts';

/** A watcher of links, which are visible after `see()`. */
function setUp({ observes = true } = {}) {
  const fetched: string[] = [];
  const observed = new Set<Element>();
  let shown = '/shown';
  let onVisible: (link: Element) => void = () => {};
  const watcher = createLinkWatcher({
    prefetch: (path) => fetched.push(path),
    shownPath: () => shown,
    makeObserver(listener) {
      onVisible = listener;
      if (!observes) return null;
      return { observe: (link) => observed.add(link), unobserve: (link) => observed.delete(link) };
    },
  });
  const link = (href: string, mode = 'visible'): HTMLAnchorElement => {
    const anchor = document.createElement('a');
    anchor.href = href;
    anchor.dataset['prefetch'] = mode;
    return anchor;
  };
  return {
    watcher,
    fetched,
    link,
    show: (path: string) => (shown = path),
    see: () => [...observed].forEach(onVisible),
  };
}

describe('a watched link', () => {
  it('is prefetched once when it is visible, not before the page is idle', () => {
    const { watcher, fetched, link, see } = setUp();
    watcher.watch(link('/a'));
    see();
    expect(fetched).toEqual([]);
    watcher.look();
    watcher.watch(link('/b'));
    see();
    see();
    expect(fetched).toEqual(['/a', '/b']);
  });

  it('to the current page waits until another page is shown', () => {
    const { watcher, fetched, link, show, see } = setUp();
    watcher.look();
    watcher.watch(link('/shown?page=2'));
    see();
    watcher.look();
    see();
    expect(fetched).toEqual([]);
    show('/other');
    watcher.look();
    see();
    expect(fetched).toEqual(['/shown']);
  });

  it('is prefetched when it is pointed at, by its mode or without an observer', () => {
    for (const { observes, mode } of [
      { observes: true, mode: 'interaction' },
      { observes: false, mode: 'visible' },
    ]) {
      const { watcher, fetched, link } = setUp({ observes });
      const anchor = link('/a', mode);
      const end = watcher.watch(anchor);
      anchor.dispatchEvent(new Event('pointerenter'));
      end();
      anchor.dispatchEvent(new Event('focus'));
      expect(fetched).toEqual(['/a']);
    }
  });

  it('is not prefetched after it was removed', () => {
    const { watcher, fetched, link, see } = setUp();
    const ends = [watcher.watch(link('/a'))];
    watcher.look();
    ends.push(watcher.watch(link('/b')));
    for (const end of ends) end();
    see();
    expect(fetched).toEqual([]);
  });
});
