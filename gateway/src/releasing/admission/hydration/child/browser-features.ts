/**
 * Features that all current browsers have and the DOM library lacks, as stand-ins without effect: a page must not fail
 * here that works in browsers. A feature that some browsers lack stays absent where the library lacks it.
 */
import type { BrowserWindow, Window } from 'happy-dom';
import type { VirtualTime } from './virtual-time.ts';

type Target = Window & Record<string, unknown>;

/** Globals that are called, constructed or read. */
const GLOBALS = (
  'indexedDB caches speechSynthesis SharedWorker BroadcastChannel Notification visualViewport Path2D ' +
  'OffscreenCanvas Audio AudioContext OfflineAudioContext MediaRecorder MediaSource MediaMetadata RTCPeerConnection ' +
  'RTCSessionDescription RTCIceCandidate FontFace IDBKeyRange DOMQuad CompressionStream DecompressionStream ' +
  'TextEncoderStream TextDecoderStream SpeechSynthesisUtterance XPathEvaluator PushManager PaymentRequest Lock ' +
  'alert confirm print prompt find stop moveTo moveBy resizeTo resizeBy createImageBitmap external'
).split(' ');
/** Globals that code compares with `instanceof`, or extends. */
const CLASSES = (
  'IDBDatabase IDBObjectStore IDBTransaction IDBRequest IDBIndex IDBCursor IDBFactory PromiseRejectionEvent ToggleEvent ' +
  'SecurityPolicyViolationEvent FormDataEvent TouchList ResizeObserverEntry ResizeObserverSize StyleSheet ' +
  'StyleSheetList CSSRuleList MediaQueryList MediaError DOMTokenList DOMStringMap DOMImplementation Performance ' +
  'PerformanceMark PerformanceMeasure PerformanceResourceTiming ElementInternals CustomStateSet StaticRange ' +
  'AbstractRange XPathResult CanvasRenderingContext2D CanvasGradient CanvasPattern WebGLRenderingContext ' +
  'WebGL2RenderingContext GeolocationPosition GeolocationPositionError Crypto CryptoKey SubtleCrypto ' +
  'ServiceWorkerRegistration MathMLElement HTMLFormControlsCollection FontFaceSet VisualViewport CSSTransition ' +
  'CSSAnimation AnimationEffect AudioBuffer AudioNode'
).split(' ');
const NEVER = new Promise<never>(() => {});
const nothing = (): void => {};
const isFalse = (): boolean => false;
const pending = (): Promise<never> => NEVER;
const listeners = { addEventListener: nothing, removeEventListener: nothing, dispatchEvent: isFalse };

/** @param then property of that name. @returns an object whose other properties and results are `inert` */
function createInert(then?: (fulfilled?: (value: unknown) => unknown) => Promise<unknown>): unknown {
  return new Proxy(function () {}, {
    get: (_, key) => (key === 'then' ? then : key === Symbol.toPrimitive ? () => 0 : inert),
    apply: () => inert,
    construct: () => inert as object,
    set: () => true,
  });
}

const settled = createInert();
/** Also the promise of an inert value, because many features return one. */
const inert: unknown = createInert((fulfilled) => Promise.resolve(settled).then(fulfilled));

/** Sets the stand-ins of a window whose document is not parsed yet. */
export function setFeatures(window: Window, time: VirtualTime): void {
  const into = window as Target;
  addMissing(into, Object.fromEntries(GLOBALS.map((name) => [name, inert])));
  addMissing(into, Object.fromEntries(CLASSES.map((name) => [name, function () {}])));
  // Nothing is drawn: the shell limits no stylesheets here, and their rules stay as their app wrote them.
  Reflect.deleteProperty(into, 'CSSScopeRule');
  addMissing(into, { isSecureContext: true, crossOriginIsolated: false, origin: window.location.origin });
  addMissing(window.navigator, NAVIGATOR);
  addMissing(window.document, ofDocument(window));
  const {
    Element,
    Event,
    HTMLCanvasElement,
    HTMLElement,
    HTMLIFrameElement,
    HTMLSelectElement,
    HTMLVideoElement,
  } = window as unknown as typeof globalThis;
  setFrames(HTMLIFrameElement.prototype);
  addMissing(Element.prototype, ELEMENT);
  addMissing(HTMLElement.prototype, HTML_ELEMENT);
  addMissing(HTMLSelectElement.prototype, { showPicker: nothing, namedItem: () => null });
  addMissing(HTMLVideoElement.prototype, VIDEO);
  addMissing(Event.prototype, { getModifierState: isFalse });
  addMissing(window.performance, { timing: {}, navigation: { type: 0, redirectCount: 0 } });
  addMissing(window.screen, {
    orientation: { type: 'landscape-primary', angle: 0, lock: pending, ...listeners },
  });
  // Each reading of `CSS` gives another object.
  const { CSS } = window as unknown as { CSS: object };
  addMissing(CSS, { registerProperty: nothing, highlights: new Map() });
  set(into, 'CSS', CSS);
  set(HTMLCanvasElement.prototype, 'getContext', () => inert);
  // No module is fetched, because all imported modules are present.
  const { relList } = (window as unknown as BrowserWindow).document.createElement('link');
  set(Object.getPrototypeOf(relList) as object, 'supports', isFalse);
  set(into, 'scrollTo', nothing);
  set(into, 'structuredClone', structuredClone);
  set(window.document, 'fonts', {
    ready: Promise.resolve(),
    status: 'loaded',
    size: 0,
    load: async () => [],
    check: () => true,
    add: nothing,
    delete: isFalse,
    forEach: nothing,
    ...listeners,
  });
  setObservers(into, time);
  // Code must not wait for another thread, because none exists. Globals of Node are removed, because browsers lack
  // them.
  for (const name of ['Atomics', 'Buffer', 'process', 'global']) set(into, name, undefined);
}

/** Frames load an empty document. The library loads those with a text; it reports all others as errors. */
function setFrames(prototype: HTMLIFrameElement): void {
  const { getAttribute } = prototype;
  set(prototype, 'getAttribute', function (this: HTMLIFrameElement, name: string): string | null {
    return getAttribute.call(this, name) ?? (name === 'srcdoc' ? '' : null);
  });
}

const NAVIGATOR = {
  serviceWorker: {
    controller: null,
    ready: NEVER,
    getRegistration: async () => undefined,
    getRegistrations: async () => [],
    startMessages: nothing,
    register: async () => {
      throw new Error('A release cannot register a service worker');
    },
    ...listeners,
  },
  locks: { request: pending, query: async () => ({ held: [], pending: [] }) },
  geolocation: { getCurrentPosition: nothing, watchPosition: () => 1, clearWatch: nothing },
  mediaDevices: {
    enumerateDevices: async () => [],
    getUserMedia: pending,
    getDisplayMedia: pending,
    ...listeners,
  },
  mediaSession: {
    metadata: null,
    playbackState: 'none',
    setActionHandler: nothing,
    setPositionState: nothing,
  },
  mediaCapabilities: { decodingInfo: pending, encodingInfo: pending },
  storage: {
    estimate: async () => ({ quota: 0, usage: 0 }),
    persist: async () => false,
    persisted: async () => false,
  },
  credentials: { get: pending, create: pending, store: pending, preventSilentAccess: async () => {} },
  userActivation: { isActive: false, hasBeenActive: false },
  wakeLock: { request: pending },
  pdfViewerEnabled: true,
  vibrate: isFalse,
  javaEnabled: isFalse,
  getGamepads: () => [],
  registerProtocolHandler: nothing,
  requestMediaKeySystemAccess: pending,
};

function ofDocument({ document }: Window): object {
  return {
    compatMode: 'CSS1Compat',
    designMode: 'off',
    dir: '',
    fullscreenElement: null,
    fullscreenEnabled: false,
    pictureInPictureElement: null,
    pointerLockElement: null,
    lastModified: '01/01/1970 00:00:00',
    elementsFromPoint: () => [],
    caretPositionFromPoint: () => null,
    caretRangeFromPoint: () => null,
    evaluate: () => ({ iterateNext: () => null, singleNodeValue: null, snapshotLength: 0 }),
    execCommand: isFalse,
    queryCommandState: isFalse,
    queryCommandSupported: isFalse,
    queryCommandEnabled: isFalse,
    exitFullscreen: async () => {},
    exitPictureInPicture: async () => {},
    exitPointerLock: nothing,
    getAnimations: () => [],
    hasStorageAccess: async () => false,
    requestStorageAccess: pending,
    images: document.getElementsByTagName('img'),
  };
}

const ELEMENT = {
  getAnimations: () => [],
  requestFullscreen: pending,
  requestPointerLock: pending,
  setHTMLUnsafe(this: Element, html: string) {
    this.innerHTML = html;
  },
};

const HTML_ELEMENT = {
  showPopover: nothing,
  hidePopover: nothing,
  togglePopover: isFalse,
  attachInternals: () => ({
    form: null,
    labels: [],
    states: new Set(),
    validity: {},
    checkValidity: () => true,
    reportValidity: () => true,
    setFormValue: nothing,
    setValidity: nothing,
  }),
  draggable: false,
  spellcheck: true,
  translate: true,
  inputMode: '',
  enterKeyHint: '',
  autofocus: false,
  offsetParent: null,
};

const VIDEO = {
  videoWidth: 0,
  videoHeight: 0,
  getVideoPlaybackQuality: () => ({ droppedVideoFrames: 0, totalVideoFrames: 0, creationTime: 0 }),
  requestPictureInPicture: pending,
  requestVideoFrameCallback: () => 1,
  cancelVideoFrameCallback: nothing,
};

/** All elements count as visible, so that code behind an intersection observer runs. */
function setObservers(window: Target, time: VirtualTime): void {
  interface Options {
    root?: unknown;
    rootMargin?: string;
    threshold?: number | number[];
  }
  class IntersectionObserver {
    readonly root: unknown;
    readonly rootMargin: string;
    readonly thresholds: readonly number[];
    readonly #seen = new Set<unknown>();
    readonly #callback: (entries: object[], observer: unknown) => void;
    constructor(
      callback: (entries: object[], observer: unknown) => void,
      { root = null, rootMargin = '0px 0px 0px 0px', threshold = 0 }: Options = {},
    ) {
      this.root = root;
      this.rootMargin = rootMargin;
      this.thresholds = [threshold].flat();
      this.#callback = callback;
    }
    observe(target: Element): void {
      this.#seen.add(target);
      time.set(() => {
        const box = target.getBoundingClientRect();
        const entry = {
          isIntersecting: true,
          intersectionRatio: 1,
          boundingClientRect: box,
          intersectionRect: box,
          rootBounds: null,
          target,
          time: time.now(),
        };
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
  // There is no paint: the bootstrap waits for a frame instead.
  class InertObserver {
    static readonly supportedEntryTypes: readonly string[] = [];
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
    takeRecords(): [] {
      return [];
    }
  }
  set(window, 'IntersectionObserver', IntersectionObserver);
  set(window, 'PerformanceObserver', InertObserver);
  addMissing(window, { ReportingObserver: InertObserver });
}

function addMissing(target: object, features: object): void {
  for (const [name, value] of Object.entries(features)) if (isMissing(target, name)) set(target, name, value);
}

/** The library has some features as `null`. A getter of a prototype has no instance, and throws. */
function isMissing(target: object, name: string): boolean {
  if (!(name in target)) return true;
  try {
    return (target as Record<string, unknown>)[name] === null;
  } catch {
    return false;
  }
}

/** Sets a property that code may replace. */
export function set(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}
