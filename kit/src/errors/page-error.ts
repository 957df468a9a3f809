import { isPlatformError } from './define-errors.ts';

/** The public part of an error, without the stack. Also the JSON body of every failed API call. */
export interface PageError {
  status: number;
  /** Catalogue code, `SITE_PAGE_NOT_FOUND`. */
  code: string;
  message: string;
  /** Title of the error screen. Default: the title for the status. */
  statusMessage?: string;
  fatal: boolean;
  /** The short id of the error (`contract/reports/error-id.ts`); absent when none was thrown or reported. */
  id?: string | undefined;
}

/** @returns the title of the error screen (docs/behaviour.md 4.2). */
export function screenTitle({ status, statusMessage }: Pick<PageError, 'status' | 'statusMessage'>): string {
  return statusMessage ?? (status === 404 ? 'Page Not Found' : 'Internal Server Error');
}

/**
 * @param error any thrown value.
 * @returns the public part of the error. An error outside of the catalogues becomes SITE_UNEXPECTED with status 500
 *   (docs/behaviour.md 4.2).
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
