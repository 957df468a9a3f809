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

describe('tabStorage', () => {
  it('stores values', () => {
    expect(tabStorage.setItem('a', '1')).toBe(true);
    expect(tabStorage.getItem('a')).toBe('1');
    tabStorage.removeItem('a');
    expect(tabStorage.getItem('a')).toBeNull();
  });

  it('stores nothing and returns false when access is denied', () => {
    vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(refuse);
    expect(tabStorage.setItem('a', '1')).toBe(false);
    expect(tabStorage.getItem('a')).toBeNull();
    expect(() => tabStorage.removeItem('a')).not.toThrow();
  });

  it('returns false when the storage is full', () => {
    vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: refuse });
    expect(tabStorage.setItem('a', '1')).toBe(false);
  });
});

describe('features of secure origins', () => {
  it('randomId works without them, and returns another id each time', () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    expect(randomId()).not.toBe(randomId());
  });

  it('clipboard returns null without them', () => {
    vi.stubGlobal('navigator', {});
    expect(clipboard()).toBeNull();
  });
});

describe('a browser without a feature, or that denies it', () => {
  it.each([undefined, refuse])('sends no beacons (%s)', (beacon) => {
    vi.stubGlobal('navigator', { sendBeacon: beacon });
    expect(() => sendBeacon('/-/reports', '{}')).not.toThrow();
  });

  it.each([undefined, refuse])('observes nothing (%s)', (observer) => {
    vi.stubGlobal('IntersectionObserver', observer);
    vi.stubGlobal('PerformanceObserver', observer);
    expect(observeVisibility(() => {})).toBeNull();
    expect(oncePainted(() => {})).toBe(false);
  });

  it('does not promise paint entries', () => {
    vi.stubGlobal('PerformanceObserver', { supportedEntryTypes: ['mark'] });
    expect(oncePainted(() => {})).toBe(false);
  });

  it('runs an idle task soon without idle callbacks', () => {
    vi.useFakeTimers();
    const task = vi.fn<() => void>();
    Reflect.deleteProperty(window, 'requestIdleCallback');
    whenIdle(task);
    vi.runAllTimers();
    vi.useRealTimers();
    expect(task).toHaveBeenCalledOnce();
  });

  it('limits the wait for an idle moment', () => {
    const idle = vi.fn<(task: () => void, options?: { timeout?: number }) => number>();
    vi.stubGlobal('window', { requestIdleCallback: idle });
    const task = vi.fn<() => void>();
    whenIdle(task);
    whenIdle(task, 200);
    expect(idle.mock.calls).toEqual([
      [task, { timeout: 2000 }],
      [task, { timeout: 200 }],
    ]);
  });

  it.each([undefined, refuse])('starts no view transition (%s)', (start) => {
    const update = vi.fn<() => Promise<void>>();
    expect(startTransition({ ...(start && { startViewTransition: start }) }, update)).toBeNull();
    expect(update).not.toHaveBeenCalled();
  });
});

describe('watchChanges', () => {
  it.each([
    ['text', (root: Element) => (root.firstChild!.textContent = 'Texte'), true],
    ['an element', (root: Element) => root.append(document.createElement('font')), true],
    ['an attribute', (root: Element) => root.setAttribute('class', 'glitch'), false],
  ])('notices a change of %s or not', async (_, change, noticed) => {
    const root = document.createElement('p');
    root.textContent = 'Text';
    const watch = watchChanges(root);
    change(root);
    expect(watch.changed()).toBe(false);
    await new Promise((resume) => setTimeout(resume));
    expect(watch.changed()).toBe(noticed);
    watch.end();
  });

  it('reports no change without MutationObserver', () => {
    vi.stubGlobal('MutationObserver', undefined);
    const watch = watchChanges(document.body);
    watch.end();
    expect(watch.changed()).toBe(false);
  });
});

it('observeVisibility reports elements that come into view, and no others', () => {
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
