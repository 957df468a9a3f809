// @vitest-environment happy-dom
import { act, type ReactNode, Suspense, use, useEffect, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createIslandMounts } from '../../src/islands/interactive-islands.tsx';
import type { CaughtError, Signal } from '../../src/reports/signals.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let living = 0;

function Counter({ start, step = 1 }: { start: number; step?: number }) {
  const [count, setCount] = useState(start);
  useEffect(() => {
    living++;
    return () => void living--;
  }, []);
  return (
    <p>
      <button type="button" onClick={() => setCount(count + step)}>
        {count}
      </button>
      <a href="#there">there</a>
    </p>
  );
}

/** Reports an observed element as near the window. */
let near: (element: Element) => void;
class Observer {
  constructor(callback: (entries: object[]) => void) {
    near = (target) => callback([{ isIntersecting: true, target }]);
  }
  observe(): void {}
  unobserve(): void {}
}

const signals: CaughtError[] = [];

beforeEach(() => {
  living = 0;
  signals.length = 0;
  vi.stubGlobal('IntersectionObserver', Observer);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  window.platformBoot = { data: {} as never, clicks: new WeakMap() };
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  delete window.platformBoot;
});

type Shown = React.ComponentType<Record<string, unknown>>;

/** A page with an island that is not hydrated yet, rendered from `Server`. */
function page(
  Component: unknown,
  { Server = Component, load = async () => ({ default: Component }) as never } = {},
) {
  const loads: unknown[][] = [];
  const mountIsland = createIslandMounts({
    window,
    first: { around: (children) => <>{children}</> },
    containers: {
      load(...request) {
        loads.push(request);
        return load();
      },
    },
    tell: (signal: Signal) => void signals.push(signal as CaughtError),
  });
  const add = () => {
    const place = document.createElement('div');
    const Rendered = Server as Shown;
    const html = renderToString(<Rendered start={3} step={2} />);
    place.innerHTML = `<div data-interactive="blog" data-loaded='{"step":2}'>${html}</div>`;
    document.body.replaceChildren(place);
    const element = place.firstElementChild as HTMLElement;
    return { place, element, html, button: () => element.querySelector('button')! };
  };
  return { add, loads, mountIsland };
}

const settle = (task: () => void = () => {}): Promise<void> => act(async () => task());

describe('an interactive island', () => {
  it.each(['pointerover', 'touchstart', 'focusin', 'click'])(
    'is hydrated at %s, with the props of its rendering',
    async (intent) => {
      const { add, loads, mountIsland } = page(Counter);
      const { element, button } = add();
      mountIsland(element, 'blog', 'Counter', { start: 3 });
      await settle();
      expect(loads).toEqual([]);
      const server = button();
      await settle(() => void button().dispatchEvent(new Event(intent, { bubbles: true })));
      expect(loads).toEqual([['blog', './interactive/Counter', ['/assets/blog/interactive.Counter.js']]]);
      expect(button()).toBe(server);
      await settle(() => button().click());
      expect(button().textContent).toBe('5');
      expect(signals).toEqual([]);
    },
  );

  it('is hydrated once when it is near the window', async () => {
    const { add, loads, mountIsland } = page(Counter);
    const { element, place } = add();
    mountIsland(element, 'blog', 'Counter', { start: 3 });
    await settle(() => near(place));
    await settle(() => near(place));
    expect([living, loads.length, element.hasAttribute('data-hydrated')]).toEqual([1, 1, true]);
  });

  it('repeats the last earlier click, only inside itself', async () => {
    const { add, mountIsland } = page(Counter);
    const { element, place, button } = add();
    let seen = 0;
    place.addEventListener('click', () => seen++);
    window.platformBoot!.clicks.set(element, button());
    mountIsland(element, 'blog', 'Counter', { start: 3 });
    await settle(() => near(place));
    expect([button().textContent, seen]).toEqual(['5', 0]);
    await settle(() => button().click());
    expect([button().textContent, seen]).toEqual(['7', 1]);
  });

  it('repeats no click on a link', async () => {
    const { add, mountIsland } = page(Counter);
    const { element, place } = add();
    const link = element.querySelector('a')!;
    const clicked = vi.fn<() => void>();
    link.addEventListener('click', clicked);
    window.platformBoot!.clicks.set(element, link);
    mountIsland(element, 'blog', 'Counter', { start: 3 });
    await settle(() => near(place));
    expect(clicked).not.toHaveBeenCalled();
  });

  it('leaves no React root over 1,000 navigations', async () => {
    const { add, mountIsland } = page(Counter);
    let leave = () => {};
    for (let navigation = 0; navigation < 1_000; navigation++) {
      const isLeftEarly = navigation % 3 === 0;
      await settle(() => {
        leave();
        const { element, place } = add();
        leave = mountIsland(element, 'blog', 'Counter', { start: 3 });
        near(place);
        if (isLeftEarly) leave();
      });
      expect(living).toBe(isLeftEarly ? 0 : 1);
    }
    await settle(leave);
    expect(living).toBe(0);
  });
});

describe('an island that fails', () => {
  const Throws: Shown = () => {
    throw new Error('lost');
  };
  function ThrowsLater() {
    useEffect(() => {
      throw new Error('late');
    });
    return <button type="button">3</button>;
  }
  const Other = () => <button type="button">4</button>;

  it.each([
    ['throws', Throws, 'lost'],
    ['throws in an effect', ThrowsLater, 'late'],
  ])('shows its HTML and is reported for its app when it %s', async (_, Component, message) => {
    // `act` would catch the error.
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
    const { add, mountIsland } = page(Component, { Server: Other });
    const { element, place, html } = add();
    const end = mountIsland(element, 'blog', 'Counter', { start: 3 });
    near(place);
    await vi.waitFor(() => expect(signals.map(({ error }) => String(error))).toContain(`Error: ${message}`));
    await new Promise((resolve) => setTimeout(resolve));
    expect(element.innerHTML).toBe(html);
    expect(new Set(signals.map(({ type, app }) => `${type} ${app}`))).toEqual(new Set(['island blog']));
    end();
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  });

  it('shows its HTML and is reported for its app when its script fails to load twice', async () => {
    const { add, loads, mountIsland } = page(Counter, { load: () => Promise.reject(new Error('gone')) });
    const { element, place, html } = add();
    mountIsland(element, 'blog', 'Counter', { start: 3 });
    await settle(() => near(place));
    expect([element.innerHTML, loads.length]).toEqual([html, 2]);
    expect(signals).toMatchObject([{ type: 'chunk', app: 'blog' }]);
  });

  it('is reported and works when its HTML differs in the browser', async () => {
    const { add, mountIsland } = page(Counter, { Server: Other });
    const { element, place, button } = add();
    mountIsland(element, 'blog', 'Counter', { start: 3 });
    await settle(() => near(place));
    expect(signals).toMatchObject([{ type: 'island', app: 'blog' }]);
    await settle(() => button().click());
    expect(button().textContent).toBe('5');
  });

  it('is not reported when an extension has changed its HTML', async () => {
    const { add, mountIsland } = page(Counter);
    const { element, place, button } = add();
    mountIsland(element, 'blog', 'Counter', { start: 3 });
    button().textContent = 'drei';
    await settle();
    await settle(() => near(place));
    expect([signals, button().textContent]).toEqual([[], '3']);
  });

  const never = new Promise<never>(() => {});
  const Waits = () => {
    use(never);
    return null;
  };
  const within = (Inside: () => ReactNode) => () => (
    <Suspense>
      <Inside />
    </Suspense>
  );
  it.each([
    ['never resolves', Waits, Other],
    ['has a part that never resolves', within(Waits), within(Other)],
  ])('shows its HTML when it %s', async (_, Component, Server) => {
    const { add, mountIsland } = page(Component, { Server });
    const { element, place, html } = add();
    const end = mountIsland(element, 'blog', 'Counter', { start: 3 });
    await settle(() => near(place));
    expect([element.innerHTML, element.hasAttribute('data-hydrated')]).toEqual([html, Server !== Other]);
    await settle(end);
    expect(signals).toEqual([]);
  });
});
