/** A window for one page: that of the DOM library, with missing features added and virtual time. */
import { type BrowserWindow, Window } from 'happy-dom';
import { applyPolicy } from './document-policy.ts';
import { inWindow } from './page-modules.ts';
import type { VirtualTime } from './virtual-time.ts';
import type { Profile } from '../protocol.ts';

export interface WindowOptions {
  url: string;
  html: string;
  profile: Profile;
  time: VirtualTime;
  /** JSON text of the composition's tables. */
  tables: string;
  /** Address of personal data → JSON text of its sample. */
  personal: Record<string, string>;
  /** Content-Security-Policy of the document; empty allows all. */
  policy: string;
  /** Called with uncaught errors of the page, with errors that it writes to the console, and with refused styles. */
  note(kind: 'uncaught' | 'console' | 'styles', error: unknown, stack?: string): void;
  /** Called when the page would send a report to the gateway. */
  onReport(): void;
}

const TABLES = '/builds/tables/';
/** Virtual time until a sample of personal data arrives, shorter than the time for which the page is watched. */
const SAMPLE_MS = 100;
const HEIGHT = 800;
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Safari/537.36';
const FRAME_MS = 16;
/** Code without feature detection for these must not fail. */
const INERT = (
  'indexedDB caches speechSynthesis Worker SharedWorker BroadcastChannel EventSource WebSocket Notification ' +
  'visualViewport Path2D OffscreenCanvas Audio'
).split(' ');

/** @returns the window with its parsed document; no script has run. `checkStyles` notes the refused stylesheets. */
export function openWindow(options: WindowOptions): { window: Window; checkStyles(): void } {
  const { url, html, profile, policy, note } = options;
  const window = new Window({
    url,
    width: profile.width,
    height: HEIGHT,
    settings: {
      enableJavaScriptEvaluation: false,
      disableJavaScriptFileLoading: true,
      disableCSSFileLoading: true,
      // Without it each stylesheet would be an error on the console.
      handleDisabledFileLoadingAsSuccess: true,
      errorCapture: 'disabled' as never,
      navigation: {
        disableMainFrameNavigation: true,
        disableChildFrameNavigation: true,
        disableChildPageNavigation: true,
        disableFallbackToSetURL: true,
      },
      navigator: { userAgent: USER_AGENT },
    },
  });
  const into: Window & Record<string, unknown> = window as never;
  setTime(into, options);
  setTalking(into, options);
  setObservers(into, options);
  setStandIns(into);
  window.document.write(html);
  const checkStyles = applyPolicy(window, policy, (message, stack) => note('styles', message, stack));
  return { window, checkStyles };
}

type Target = Window & Record<string, unknown>;

function set(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}

/** Timers, frames, idle callbacks and messages in virtual time, with the clock of the profile. */
function setTime(window: Target, { time, profile, note }: WindowOptions): void {
  const timer =
    (every: boolean) =>
    (callback: unknown, ms?: unknown, ...values: unknown[]): number =>
      time.set(() => void (typeof callback === 'function' && callback(...values)), Number(ms ?? 0), every);
  const clear = (id: unknown): void => time.clear(id);
  for (const [name, value] of Object.entries({
    setTimeout: timer(false),
    setInterval: timer(true),
    requestAnimationFrame: (callback: (at: number) => void) => time.set(() => callback(time.now()), FRAME_MS),
    requestIdleCallback: (callback: (deadline: object) => void) =>
      time.set(() => callback({ didTimeout: false, timeRemaining: () => 50 }), 1),
    clearTimeout: clear,
    clearInterval: clear,
    cancelAnimationFrame: clear,
    cancelIdleCallback: clear,
    setImmediate: undefined,
    clearImmediate: undefined,
    reportError: (error: unknown) => note('uncaught', error),
    MessageChannel: messageChannel(window, time),
  }))
    set(window, name, value);
  set(window.performance, 'now', () => time.now());
  const start = Date.now() + profile.shiftMs;
  installClock(window, () => start + time.now());
}

function installClock(window: object, now: () => number): void {
  const install = inWindow<(now: () => number) => void>(
    window,
    `(now) => {
      const Real = Date;
      const clock = new Proxy(Real, {
        construct: (_, values, target) =>
          Reflect.construct(Real, values.length > 0 ? values : [now()], target === clock ? Real : target),
        apply: () => new Real(now()).toString(),
        get: (real, name) => (name === 'now' ? now : Reflect.get(real, name)),
      });
      globalThis.Date = clock;
    }`,
  );
  install(now);
}

/** Two ports that deliver messages to each other, each as a task. */
function messageChannel(window: Target, time: VirtualTime): unknown {
  interface Port extends EventTarget {
    other?: Port;
    onmessage?: ((event: Event) => void) | null;
    postMessage(data: unknown): void;
  }
  const { EventTarget: Target, MessageEvent } = window as unknown as typeof globalThis;
  const createPort = (): Port => {
    const port: Port = Object.assign(new Target(), {
      postMessage(data: unknown) {
        const event = new MessageEvent('message', { data });
        time.set(() => {
          port.other?.dispatchEvent(event);
          port.other?.onmessage?.(event);
        });
      },
      start() {},
      close() {},
    });
    return port;
  };
  return function MessageChannel() {
    const [port1, port2] = [createPort(), createPort()];
    port1.other = port2;
    port2.other = port1;
    return { port1, port2 };
  };
}

/** No request is sent; the console is recorded, and whether the page reports a failure. */
function setTalking(window: Target, options: WindowOptions): void {
  const { profile, tables, personal, time, note, onReport } = options;
  const parse = inWindow<(text: string) => unknown>(window, 'JSON.parse');
  const answerOf = (text: string) => ({ ok: true, status: 200, json: async () => parse(text) });
  set(window, 'fetch', (url: unknown) => {
    if (String(url).startsWith(TABLES)) return Promise.resolve(answerOf(tables));
    const [address = ''] = String(url).split('?', 1);
    // A request stays pending, which is no error.
    return new Promise((resolve) => {
      if (Object.hasOwn(personal, address)) time.set(() => resolve(answerOf(personal[address]!)), SAMPLE_MS);
    });
  });
  set(window, 'XMLHttpRequest', undefined);
  set(window.navigator, 'sendBeacon', () => (onReport(), true));
  set(window.navigator, 'language', profile.locale);
  set(window.navigator, 'languages', [profile.locale]);
  for (const level of ['log', 'info', 'debug', 'trace']) set(window.console, level, () => {});
  for (const level of ['warn', 'error'])
    set(window.console, level, (...values: unknown[]) => {
      const error = values.find((value) => typeof (value as Error | null)?.stack === 'string');
      if (error === undefined) return;
      const stack = values.find((value) => typeof value === 'string' && value.includes('\n    at '));
      note('console', error, stack as string | undefined);
    });
  window.addEventListener('error', (event) => {
    const { error, message } = event as unknown as { error?: unknown; message?: string };
    note('uncaught', error ?? message);
  });
}

/** All elements count as visible, so that code behind an intersection observer runs. */
function setObservers(window: Target, { time }: WindowOptions): void {
  class IntersectionObserver {
    readonly #seen = new Set<unknown>();
    readonly #callback: (entries: object[], observer: unknown) => void;
    constructor(callback: (entries: object[], observer: unknown) => void) {
      this.#callback = callback;
    }
    observe(target: unknown): void {
      this.#seen.add(target);
      time.set(() => {
        const entry = { isIntersecting: true, intersectionRatio: 1, target, time: time.now() };
        if (this.#seen.has(target)) this.#callback([entry], this);
      });
    }
    unobserve(target: unknown): void {
      this.#seen.delete(target);
    }
    disconnect(): void {
      this.#seen.clear();
    }
    takeRecords(): [] {
      return [];
    }
  }
  set(window, 'IntersectionObserver', IntersectionObserver);
  // There is no paint: the bootstrap waits for a frame instead.
  set(window, 'PerformanceObserver', undefined);
}

/** Features that the library lacks, as functions without effect. */
function setStandIns(window: Target): void {
  const inert: unknown = new Proxy(function () {}, {
    get: (_, key) => (key === 'then' ? undefined : key === Symbol.toPrimitive ? () => 0 : inert),
    apply: () => inert,
    construct: () => inert as object,
    set: () => true,
  });
  for (const name of INERT) if (!(name in window)) set(window, name, inert);
  const { HTMLCanvasElement, document } = window as unknown as BrowserWindow;
  set(HTMLCanvasElement.prototype, 'getContext', () => inert);
  // No module is fetched, because all imported modules are present.
  const { relList } = document.createElement('link');
  set(Object.getPrototypeOf(relList) as object, 'supports', () => false);
  set(window, 'scrollTo', () => {});
  set(window, 'structuredClone', structuredClone);
  set(document, 'fonts', {
    ready: Promise.resolve(),
    load: async () => [],
    check: () => true,
    addEventListener() {},
    removeEventListener() {},
  });
  // Code must not wait for another thread, because none exists. Globals of Node are removed, because browsers lack
  // them.
  for (const name of ['Atomics', 'Buffer', 'process', 'global']) set(window, name, undefined);
}
