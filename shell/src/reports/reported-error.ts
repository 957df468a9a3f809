import { REPORT_LIMITS, type ReportedError } from '@voltframe/kit/contract/reports/view-report';
import type { CaughtError, Shown } from './signals.ts';
import type { Violation } from './refusable.ts';

type Thrown = Pick<ReportedError, 'kind' | 'message' | 'stack'>;
export type NewError = Omit<ReportedError, 'times'>;

/** A place in a file of a release. Other lines of a stack may contain the page's full address: they are not sent. */
const OWN = /\/assets\/\S+:\d+:\d+/;
const PLACE = /:\d+:\d+/;

/** @returns the report of an error; null for errors of extensions and injected scripts. */
export function reportedError(signal: CaughtError | ErrorEvent | PromiseRejectionEvent): Thrown | null {
  if (signal.type === 'error') {
    const { error, message, filename, lineno, colno } = signal as ErrorEvent;
    return thrown('event', error ?? { message, stack: `at ${filename}:${lineno}:${colno}` });
  }
  if (signal.type === 'unhandledrejection')
    return thrown('promise', (signal as PromiseRejectionEvent).reason);
  const { type, error } = signal as CaughtError;
  // React wraps an error that a component throws during hydration.
  return thrown(type, type === 'hydration' ? ((error as Partial<Error> | null)?.cause ?? error) : error);
}

function thrown(kind: Thrown['kind'], error: unknown): Thrown | null {
  const {
    message = error,
    stack,
    status = 500,
  } = (error ?? {}) as Partial<Record<'message' | 'stack' | 'status', unknown>>;
  // "Not found" and "not allowed" are responses, not failures.
  if (Number(status) < 500) return null;
  const lines = typeof stack === 'string' ? stack : '';
  const own = ownLines(lines);
  if (!own && PLACE.test(lines)) return null;
  return { kind, message: textOf(message).slice(0, REPORT_LIMITS.message), stack: own };
}

/** A thrown value need not be an Error. */
function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return typeof value;
  }
}

/** @returns the lines of a stack that are in files of releases; undefined when there are none */
export function ownLines(stack: string, most = REPORT_LIMITS.stack as number): string | undefined {
  const own = stack.split('\n').filter((line) => OWN.test(line));
  return own.join('\n').slice(0, most) || undefined;
}

/** @returns the report of a policy violation; it contains only the origin of the blocked address */
export function reportedViolation(violation: Violation, origin: string): Thrown | null {
  const { effectiveDirective, sourceFile, lineNumber, columnNumber } = violation;
  // A violation by an extension: violations of the document have the document's address, or none.
  if (sourceFile && !sourceFile.startsWith(origin)) return null;
  const blocked = originOf(violation.blockedURI ?? violation.blockedURL ?? '');
  const place = `at ${sourceFile}:${lineNumber}:${columnNumber}`;
  return { kind: 'csp', message: `${effectiveDirective} blocked ${blocked}`, stack: ownLines(place) };
}

/** `inline` and `eval` are not addresses and are reported unchanged. */
function originOf(address: string): string {
  return /^\w+:\/\/[^/?#]*|^[\w-]*/.exec(address)![0];
}

/** @returns the same with where it was */
export function placed(
  error: Thrown,
  { app, components }: Partial<CaughtError>,
  shown: Shown['route'],
): NewError {
  return {
    ...error,
    app: app ?? shown?.app ?? 'shell',
    route: shown?.id,
    components: ownLines(components ?? '', REPORT_LIMITS.components),
  };
}
