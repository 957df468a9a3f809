import type { BrowserErrorKind } from '@voltframe/kit/contract/reports/view-report';

/** What a page tells of itself: errors that were caught, those that reached the window, and where its visitor went. */
export type Signal = CaughtError | Shown | Navigated | ErrorEvent | PromiseRejectionEvent;

/** An error that did not reach the window. */
export interface CaughtError {
  type: BrowserErrorKind;
  error: unknown;
  /** The app it is known of; absent: that of the page which is shown. */
  app?: string | undefined;
  /** React's component stack. */
  components?: string | null | undefined;
}

/** Another view is shown from now on; null: an error screen. */
export interface Shown {
  type: 'shown';
  route: { id: string; app: string } | null;
}

/** The navigation to what is shown took so long. */
export interface Navigated {
  type: 'navigated';
  ms: number;
}

export type Tell = (signal: Signal) => void;
