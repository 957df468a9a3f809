/** A window for one page: that of the DOM library, with missing features added and virtual time. */
import { Window } from 'happy-dom';
import { set, setFeatures } from './browser-features.ts';
import { applyPolicy, type DocumentPolicy } from './document-policy.ts';
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
  /**
   * Called with uncaught errors of the page, with errors that it writes to the console, and with the stylesheets and
   * requests that its policy refuses.
   */
  note(kind: 'uncaught' | 'console' | 'styles' | 'policy', error: unknown, stack?: string): void;
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
/** The address of the platform's reports. */
const REPORTS = '/-/reports';
/** @returns the window with its parsed document; no script has run. `checkDocument` notes what its policy refuses. */
export function openWindow(options: WindowOptions): { window: Window; checkDocument(): void } {
  const { url, html, profile, policy, note, time } = options;
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
  const applied = applyPolicy(window, policy, note);
  setTalking(into, options, applied);
  setFeatures(window, time);
  window.document.write(html);
  dropFirstNewlines(window.document);
  return { window, checkDocument: applied.checkDocument };
}

/** A parser of HTML ignores a newline at the start of these elements; the library keeps it. */
export function dropFirstNewlines(document: Window['document']): void {
  for (const { firstChild } of document.querySelectorAll('pre, textarea, listing'))
    if (firstChild?.nodeType === firstChild?.TEXT_NODE && firstChild?.textContent?.startsWith('\n'))
      firstChild.textContent = firstChild.textContent.slice(1);
}

type Target = Window & Record<string, unknown>;

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
function setTalking(window: Target, options: WindowOptions, { refuses }: DocumentPolicy): void {
  const { profile, tables, personal, time, note, onReport } = options;
  const parse = inWindow<(text: string) => unknown>(window, 'JSON.parse');
  const answerOf = (text: string) => ({ ok: true, status: 200, json: async () => parse(text) });
  const { TypeError: OwnTypeError } = window as unknown as typeof globalThis;
  set(window, 'fetch', (request: unknown) => {
    const url = textOfAddress(request);
    if (url.startsWith(TABLES)) return Promise.resolve(answerOf(tables));
    if (refuses('connect-src', url)) return Promise.reject(new OwnTypeError('Failed to fetch'));
    const [address = ''] = url.split('?', 1);
    // A request stays pending, which is no error.
    return new Promise((resolve) => {
      if (Object.hasOwn(personal, address)) time.set(() => resolve(answerOf(personal[address]!)), SAMPLE_MS);
    });
  });
  setConnections(window, options, refuses);
  set(window.navigator, 'sendBeacon', (url: unknown) => {
    if (textOfAddress(url) === REPORTS) onReport();
    else refuses('connect-src', textOfAddress(url));
    return true;
  });
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

/** @param request the first parameter of `fetch`. */
function textOfAddress(request: unknown): string {
  const { url } = (request ?? {}) as { url?: unknown };
  return typeof url === 'string' ? url : String(request);
}

/** Connections stay pending, after the sample of personal events; the policy ends one with an error, as in browsers. */
function setConnections(
  window: Target,
  { time, personal }: WindowOptions,
  refuses: DocumentPolicy['refuses'],
): void {
  const { Event, EventTarget: Target } = window as unknown as typeof globalThis;
  class Connection extends Target {
    readyState = 0;
    readonly url: string;
    onerror?: (event: Event) => void;
    constructor(url: unknown = '') {
      super();
      this.url = String(url);
      if (url !== '') this.begin(this.url);
    }
    begin(url: string): void {
      if (!refuses('connect-src', url)) return;
      time.set(() => {
        const event = new Event('error');
        this.dispatchEvent(event);
        this.onerror?.(event);
      });
    }
    send(): void {}
    close(): void {}
  }
  // No other thread answers.
  class Worker extends Target {
    onerror?: (event: Event) => void;
    constructor(url: unknown) {
      super();
      if (!refuses('worker-src', String(url))) return;
      time.set(() => {
        const event = new Event('error');
        this.dispatchEvent(event);
        this.onerror?.(event);
      });
    }
    postMessage(): void {}
    terminate(): void {}
  }
  class Request extends Connection {
    #url = '';
    readonly upload = new Target();
    readonly status = 0;
    readonly responseText = '';
    open(_: string, url: unknown): void {
      this.#url = String(url);
      this.readyState = 1;
    }
    override send(): void {
      this.begin(this.#url);
    }
    abort(): void {}
    setRequestHeader(): void {}
    overrideMimeType(): void {}
    getResponseHeader(): null {
      return null;
    }
    getAllResponseHeaders(): string {
      return '';
    }
  }
  set(window, 'XMLHttpRequest', class XMLHttpRequest extends Request {});
  set(window, 'Worker', Worker);
  set(window, 'WebSocket', class WebSocket extends Connection {});
  class Events extends Connection {
    static readonly CLOSED = 2;
    onmessage?: (event: Event) => void;
    constructor(url: unknown) {
      super(url);
      const [address = ''] = this.url.split('?', 1);
      if (!Object.hasOwn(personal, address)) return;
      const event = Object.assign(new Event('message'), { data: personal[address] });
      time.set(() => {
        this.dispatchEvent(event);
        this.onmessage?.(event);
      }, SAMPLE_MS);
    }
  }
  set(window, 'EventSource', class EventSource extends Events {});
}
