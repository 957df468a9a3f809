/**
 * What a browser tells of one page view: `POST /-/reports`, as JSON text (sendBeacon). Never an address, a form's text
 * or anything else that names a visitor. Everything in it is a stranger's word. What is undefined is left out of the
 * text.
 */
export interface ViewReport {
  /** Reports of another version are refused: those of old pages lack fields. */
  version: 1;
  /** Id of the composition that rendered the document. */
  composition: string;
  errors?: ReportedError[] | undefined;
  /** Of the document; sent once, when it is hidden for the first time. */
  vitals?: Vitals | undefined;
}

/**
 * In a browser. `island`: one that could not be fetched or hydrated; `csp`: the document's policy forbade something.
 */
export const BROWSER_ERROR_KINDS = [
  'hydration',
  'render',
  'event',
  'promise',
  'chunk',
  'guard',
  'island',
  'csp',
] as const;
export type BrowserErrorKind = (typeof BROWSER_ERROR_KINDS)[number];

export interface ReportedError {
  kind: BrowserErrorKind;
  /** Id of the route that was shown; absent on an error screen. */
  route?: string | undefined;
  /** The app by the browser's account: of the chunk that did not load, or of the page that was shown. */
  app: string;
  message: string;
  /** As the browser writes it, with the addresses of scripts. */
  stack?: string | undefined;
  /** React's component stack. */
  components?: string | undefined;
  /** How often it happened since the last report of it; 1 or more. */
  times: number;
}

/** Milliseconds, except `cls`. Values that a browser cannot measure are absent. */
export interface Vitals {
  /** Id of the route of the document. */
  route: string;
  lcp?: number | undefined;
  cls?: number | undefined;
  inp?: number | undefined;
  ttfb?: number | undefined;
  /** From the start of the navigation until the first page had rendered in the browser. */
  hydration?: number | undefined;
  /** Navigations within the document: to which route, and how long from the click until it was shown. */
  navigations?: { route: string; ms: number }[] | undefined;
}

/**
 * Largest sizes: of texts in characters, of lists in entries, of the body in bytes. The browser cuts, the gateway
 * refuses.
 */
export const REPORT_LIMITS = {
  bodyBytes: 16 * 1024,
  errors: 10,
  message: 300,
  stack: 4_000,
  components: 2_000,
  times: 1_000,
  navigations: 20,
} as const;

/** The measurements of browsers: milliseconds, except `cls`. */
export const VITAL_NAMES = ['lcp', 'cls', 'inp', 'ttfb', 'hydration', 'navigation'] as const;
export type VitalName = (typeof VITAL_NAMES)[number];
