import { PlatformError, isPlatformError } from './define-errors.ts';
import { siteErrors } from './site-errors.ts';

/**
 * Errors of guards for visitors, in the browser and on the server (docs/behaviour.md 5.2: any check may fail).
 * @param error returned by the guard: it was said on purpose, so its message, status (default 500) and title are shown.
 */
export function guardError(error: Error): PlatformError {
  if (isPlatformError(error)) return error;
  const { code, definition } = siteErrors.GUARD_FAILED;
  const { status = definition.status, fatal = false, statusMessage } = error as Partial<PlatformError>;
  const own = { status, message: error.message, fatal, ...(statusMessage && { statusMessage }) };
  return new PlatformError({ ...definition, ...own, code }, error);
}

/** @returns whether a guard's thrown error is meant for the visitor: it has the property `fatal`. */
export function isForVisitor(thrown: unknown): thrown is Error {
  return typeof thrown === 'object' && thrown !== null && 'fatal' in thrown;
}
