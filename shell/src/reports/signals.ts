import type { BrowserErrorKind } from '@voltframe/kit/contract/reports/view-report';

/** The signals of a page: caught errors, errors of the window, and navigations. */
export type Signal = CaughtError | Shown | Navigated | ErrorEvent | PromiseRejectionEvent;

/** An error that did not reach the window. */
export interface CaughtError {
  type: BrowserErrorKind;
  error: unknown;
  /** The app of the error, if known; absent: the app of the shown page. */
  app?: string | undefined;
  /** React's component stack. */
  components?: string | null | undefined;
}

/** The route of the view shown from now on; null: an error screen. */
export interface Shown {
  type: 'shown';
  route: { id: string; app: string } | null;
}

/** The duration of the navigation to the shown page. */
export interface Navigated {
  type: 'navigated';
  ms: number;
}

export type Tell = (signal: Signal) => void;
