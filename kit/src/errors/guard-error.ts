import { PlatformError, isPlatformError } from './define-errors.ts';
import { siteErrors } from './site-errors.ts';

/**
 * @param error returned by a guard (docs/behaviour.md 5.2), which therefore intends its text for visitors.
 * @returns the error with this message, title and status (default 500).
 */
export function guardError(error: Error): PlatformError {
  if (isPlatformError(error)) return error;
  const { code, definition } = siteErrors.GUARD_FAILED;
  const { status = definition.status, fatal = false, statusMessage } = error as Partial<PlatformError>;
  const own = { status, message: error.message, fatal, ...(statusMessage && { statusMessage }) };
  return new PlatformError({ ...definition, ...own, code }, error);
}

/** @returns whether a guard intends a thrown error for visitors: it then has the property `fatal`. */
export function isForVisitor(thrown: unknown): thrown is Error {
  return typeof thrown === 'object' && thrown !== null && 'fatal' in thrown;
}
