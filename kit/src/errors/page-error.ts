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
  /** The short id of the error (`contract/reports/error-id.ts`); absent when none was thrown or reported. */
  id?: string | undefined;
}

/** @returns title of the error screen (docs/behaviour.md 4.2): the error's own, else the one of its status. */
export function screenTitle({ status, statusMessage }: Pick<PageError, 'status' | 'statusMessage'>): string {
  return statusMessage ?? (status === 404 ? 'Page Not Found' : 'Internal Server Error');
}

/**
 * @param error whatever was thrown.
 * @returns the public part of an error: never a stack, and nothing of an error outside of the catalogues.
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
