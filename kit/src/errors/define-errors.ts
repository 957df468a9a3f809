/** The definition of an error. The argument of its factory fills each `{name}` in the texts. */
export interface ErrorDefinition {
  /** HTTP status. Default: the status of the domain. */
  status?: number;
  message: string;
  /** The reason, for operators and developers. */
  why: string;
  /** The fix. */
  fix: string;
  /** A fatal error replaces the layout by the error screen. Default false. */
  fatal?: boolean;
  /** Title of the error screen. Default: the title for the status. */
  statusMessage?: string;
}

/** A definition with its code: one line of docs/errors.md. */
export interface CatalogueEntry extends ErrorDefinition {
  code: string;
  status: number;
}

type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name, `${string} ${string}`> | Placeholder<Rest>
  : never;
type Names<D extends ErrorDefinition> =
  | Placeholder<D['message']>
  | Placeholder<D['why']>
  | Placeholder<D['fix']>;
type Values<D extends ErrorDefinition> = Record<Names<D>, string | number>;

/** Creates an error. `values` are required if a text has placeholders. */
export interface ErrorFactory<D extends ErrorDefinition = ErrorDefinition> {
  (
    ...args: [Names<D>] extends [never]
      ? [values?: undefined, cause?: unknown]
      : [values: Values<D>, cause?: unknown]
  ): PlatformError;
  readonly code: string;
  readonly definition: D & { status: number };
}

/**
 * An error of a catalogue. Check for it with {@link isPlatformError}, not with `instanceof`: shell, remotes and gateway
 * have separate copies of this class.
 */
export class PlatformError extends Error {
  readonly code: string;
  readonly status: number;
  readonly why: string;
  readonly fix: string;
  readonly fatal: boolean;
  readonly statusMessage: string | undefined;

  constructor(entry: CatalogueEntry, cause?: unknown) {
    super(entry.message, cause === undefined ? undefined : { cause });
    this.name = 'PlatformError';
    this.code = entry.code;
    this.status = entry.status;
    this.why = entry.why;
    this.fix = entry.fix;
    this.fatal = entry.fatal ?? false;
    this.statusMessage = entry.statusMessage;
  }
}

function fill(text: string, values: Record<string, string | number> | undefined): string {
  return text.replace(/\{(\w+)\}/g, (all, name: string) => String(values?.[name] ?? all));
}

function makeFactory(code: string, definition: ErrorDefinition & { status: number }): ErrorFactory {
  const create = (values?: Record<string, string | number>, cause?: unknown): PlatformError =>
    new PlatformError(
      {
        ...definition,
        code,
        message: fill(definition.message, values),
        why: fill(definition.why, values),
        fix: fill(definition.fix, values),
      },
      cause,
    );
  return Object.assign(create, { code, definition }) as ErrorFactory;
}

/**
 * Declares the errors of one domain.
 * @param domain prefix of every code: `SITE` + `PAGE_NOT_FOUND` → `SITE_PAGE_NOT_FOUND`.
 * @param definitions key → definition.
 * @param status of the definitions without one.
 * @returns key → factory: `siteErrors.PAGE_NOT_FOUND({ path })`.
 */
export function defineErrors<const D extends Record<string, ErrorDefinition>>(
  domain: string,
  definitions: D,
  status = 500,
): { readonly [K in keyof D]: ErrorFactory<D[K]> } {
  const entries = Object.entries(definitions).map(([key, definition]) => [
    key,
    makeFactory(`${domain}_${key}`, { status, ...definition }),
  ]);
  return Object.fromEntries(entries) as { readonly [K in keyof D]: ErrorFactory<D[K]> };
}

/** @returns whether `error` is of a catalogue, of any copy of this module. */
export function isPlatformError(error: unknown): error is PlatformError {
  if (typeof error !== 'object' || error === null) return false;
  const { code, status, why } = error as Partial<PlatformError>;
  return (
    typeof code === 'string' &&
    /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(code) &&
    isStatus(status) &&
    typeof why === 'string'
  );
}

function isStatus(status: unknown): status is number {
  return Number.isInteger(status) && (status as number) >= 100 && (status as number) <= 599;
}
