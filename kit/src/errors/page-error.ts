import { isPlatformError } from './define-errors.ts';

/** An error as a visitor may see it. Never a stack. Also the JSON body of every failed API call. */
export interface PageError {
  status: number;
  /** Catalogue code, `SITE_PAGE_NOT_FOUND`. */
  code: string;
  message: string;
  /** The error's own title; absent: the default for the status. */
  statusMessage?: string;
  fatal: boolean;
  /** Short id of what was thrown (`contract/reports/error-id.ts`); absent: nothing was, or nobody was told. */
  id?: string | undefined;
}

/** @returns title of the error screen (docs/behaviour.md 4.2): the error's own, else the one of its status. */
export function screenTitle({ status, statusMessage }: Pick<PageError, 'status' | 'statusMessage'>): string {
  return statusMessage ?? (status === 404 ? 'Page Not Found' : 'Internal Server Error');
}

/**
 * @param error whatever was thrown.
 * @returns what a visitor may see of it: never a stack, and nothing of an error that is not of a catalogue.
 *   The status defaults to 500 (docs/behaviour.md 4.2).
 */
export function toPageError(error: unknown): PageError {
  if (!isPlatformError(error)) {
    return {
      status: 500,
      code: 'SITE_UNEXPECTED',
      message: 'Something went wrong on our side.',
      fatal: true,
    };
  }
  const { status, code, message, statusMessage, fatal } = error;
  return { status, code, message, fatal, ...(statusMessage === undefined ? {} : { statusMessage }) };
}
