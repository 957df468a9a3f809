// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  clipboard,
  observeVisibility,
  oncePainted,
  randomId,
  sendBeacon,
  startTransition,
  tabStorage,
  watchChanges,
  whenIdle,
} from '../../src/react/refusable.ts';

const refuse = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('storage', () => {
  it('keeps what it is given', () => {
    expect(tabStorage.setItem('a', '1')).toBe(true);
    expect(tabStorage.getItem('a')).toBe('1');
    tabStorage.removeItem('a');
    expect(tabStorage.getItem('a')).toBeNull();
  });

  it('that may not even be touched keeps nothing, and says so', () => {
    vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(refuse);
    expect(tabStorage.setItem('a', '1')).toBe(false);
    expect(tabStorage.getItem('a')).toBeNull();
    expect(() => tabStorage.removeItem('a')).not.toThrow();
  });

  it('that is full says so', () => {
    vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: refuse });
    expect(tabStorage.setItem('a', '1')).toBe(false);
  });
});

describe('what only secure origins have', () => {
  it('is not needed for an id, which is another one each time', () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    expect(randomId()).not.toBe(randomId());
  });

  it('is null where it is the clipboard', () => {
    vi.stubGlobal('navigator', {});
    expect(clipboard()).toBeNull();
  });
});

describe('a browser that lacks or refuses', () => {
  it.each([undefined, refuse])('beacons sends none (%s)', (beacon) => {
    vi.stubGlobal('navigator', { sendBeacon: beacon });
    expect(() => sendBeacon('/-/reports', '{}')).not.toThrow();
  });

  it.each([undefined, refuse])('observers observes nothing (%s)', (observer) => {
    vi.stubGlobal('IntersectionObserver', observer);
    vi.stubGlobal('PerformanceObserver', observer);
    expect(observeVisibility(() => {})).toBeNull();
    expect(oncePainted(() => {})).toBe(false);
  });

  it('paint entries does not promise to tell of them', () => {
    vi.stubGlobal('PerformanceObserver', { supportedEntryTypes: ['mark'] });
    expect(oncePainted(() => {})).toBe(false);
  });

  it('idle callbacks runs the task soon all the same', () => {
    vi.useFakeTimers();
    const task = vi.fn<() => void>();
    Reflect.deleteProperty(window, 'requestIdleCallback');
    whenIdle(task);
    vi.runAllTimers();
    vi.useRealTimers();
    expect(task).toHaveBeenCalledOnce();
  });

  it('an idle moment that never comes is not waited for without end', () => {
    const idle = vi.fn<(task: () => void, options?: { timeout?: number }) => number>();
    vi.stubGlobal('window', { requestIdleCallback: idle });
    const task = vi.fn<() => void>();
    whenIdle(task);
    expect(idle).toHaveBeenCalledExactlyOnceWith(task, { timeout: 2000 });
  });

  it.each([undefined, refuse])('view transitions starts none, and changes nothing (%s)', (start) => {
    const update = vi.fn<() => void>();
    expect(startTransition({ ...(start && { startViewTransition: start }) }, update)).toBeNull();
    expect(update).not.toHaveBeenCalled();
  });
});

describe('changes below a node', () => {
  it.each([
    ['text', (root: Element) => (root.firstChild!.textContent = 'Texte'), true],
    ['an element', (root: Element) => root.append(document.createElement('font')), true],
    ['an attribute', (root: Element) => root.setAttribute('class', 'glitch'), false],
  ])('are noticed or not: %s', async (_, change, noticed) => {
    const root = document.createElement('p');
    root.textContent = 'Text';
    const watch = watchChanges(root);
    change(root);
    expect(watch.changed()).toBe(false);
    await new Promise((resume) => setTimeout(resume));
    expect(watch.changed()).toBe(noticed);
    watch.end();
  });

  it('are not known where the browser cannot observe', () => {
    vi.stubGlobal('MutationObserver', undefined);
    const watch = watchChanges(document.body);
    watch.end();
    expect(watch.changed()).toBe(false);
  });
});

it('elements that come into view are told of, others are not', () => {
  let tell: (entries: unknown[]) => void = () => {};
  vi.stubGlobal('IntersectionObserver', function observe(callback: typeof tell) {
    tell = callback;
  });
  const seen: Element[] = [];
  observeVisibility((element) => seen.push(element));
  tell([
    { isIntersecting: true, target: document.body },
    { isIntersecting: false, target: document.head },
  ]);
  expect(seen).toEqual([document.body]);
});
