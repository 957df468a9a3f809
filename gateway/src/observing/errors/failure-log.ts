import type { ErrorKind } from '@voltframe/kit/contract/operations/error-groups';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import { frameOf } from '@voltframe/kit/contract/reports/error-id';
import { HOUR_MS } from '@voltframe/kit/contract/units';
import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { pathForLog } from '../../platform/secrets/signed-values.ts';
import { createAttemptLimit } from '../../platform/runtime/attempt-limit.ts';
import type { SeenError } from './attribution.ts';
import type { ErrorNotes } from './note-errors.ts';
import { errorIdOf } from '../stacks/code-error.ts';
import type { PositionsIn } from '../stacks/source-positions.ts';
import { mapStack, plainText } from '../stacks/stacks.ts';

/** Degraded responses. */
export interface Failure {
  /**
   * `stale`: the last good copy is sent; `island`: the island is left empty; `ahead`: it could not be rendered before
   * a visitor needs it; `page`: the error screen.
   */
  kind: 'stale' | 'island' | 'ahead' | 'page';
  app: string;
  /** Of the app's release; undefined when the composition has none of that app. */
  digest: string | undefined;
  /** A route, an island, a part of the document: nothing that a visitor chooses. */
  what: string;
  error: unknown;
  /** An address at which it occurred. */
  path?: string;
  /** Whether the composition lists the address: a visitor may have invented any other. Absent: it does. */
  isListed?: boolean;
}

/** An error of release code in its process. */
export interface CodeFailure {
  app: string;
  digest: string;
  call: string;
  message: string;
  stack?: string;
  /** The releases whose code ran there. */
  ran: Release[];
  /** Id of the route that was rendered. */
  route?: string;
  /** See {@link Failure}. */
  isListed: boolean;
}

/** The end of a render process. */
export interface EndedProcess {
  app: string;
  digest: string;
  reason: string;
  /** False: a visitor may have invented every address whose call was in progress. */
  isListed: boolean;
  /** The error of its code was told with its stack (`thrown`). */
  isTold: boolean;
}

/**
 * Logs each failure once for a release and cause, because a page that fails is requested again and again, and stores
 * each one as an error of its app and release. A method returns the short id that the error screen shows; undefined:
 * no visitor was affected.
 */
export interface FailureLog {
  noticed(failure: Failure): string | undefined;
  /** Code of a release threw in its process. The line of the log names the lines of the sources. */
  thrown(failure: CodeFailure): string | undefined;
  /** A render process ended unexpectedly. */
  ended(end: EndedProcess): void;
}

export interface FailureLogOptions {
  logger: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  positionsIn: PositionsIn;
  now: () => number;
  /** Stores the errors for the teams. */
  errors: Pick<ErrorNotes, 'note'>;
  live(): Composition | undefined;
  /** In development, called with errors of code in place of the log and the store: the page shows the error. */
  develop?: ((failure: CodeFailure) => void) | undefined;
}

const TEXTS = {
  stale: 'a last good copy is served',
  island: 'an island is left empty',
  ahead: 'a page could not be rendered ahead',
  page: 'a page failed',
} as const;
/**
 * Codes that are no defect of the release: too many concurrent calls, which strangers can cause, and an island of
 * another app that is missing, which admission reported.
 */
const NO_DEFECTS = new Set<unknown>(['GW_RENDER_BUSY', 'GW_ISLAND_NOT_FOUND']);
const LONGEST_MESSAGE = 1_000;
const LONGEST_STACK = 8_000;

export function createFailureLog(options: FailureLogOptions): FailureLog {
  const { logger, positionsIn, now, develop } = options;
  const lineEnd = createFirstTimes(now);
  const note = createNotes(options);
  return {
    noticed(failure) {
      const { kind, app, digest, what, error, path, isListed = true } = failure;
      const code = (error as { code?: unknown } | undefined)?.code;
      if (develop && code === 'GW_RENDER_FAILED') return undefined;
      const message = reasonOf(error);
      const seen = {
        kind: kind === 'island' ? kind : 'page',
        message,
        isListed,
        route: what.slice(what.indexOf(' ') + 1),
      } as const;
      const id = errorIdOf(error) ?? (NO_DEFECTS.has(code) ? undefined : note(failure, seen));
      const reason = plainText(message, LONGEST_MESSAGE);
      const end = lineEnd(kind, failure, `${what} ${reason}`);
      if (end === undefined) return id;
      const level = kind === 'page' ? 'error' : 'warn';
      const at = path === undefined ? undefined : plainText(pathForLog(path), LONGEST_MESSAGE);
      const fields = { app, digest, what, code, reason, path: at, error: id };
      logger[level](fields, `${TEXTS[kind]}: ${plainText(what, 200)}${end}`);
      return id;
    },
    thrown(failure) {
      const { app, digest, call, message, stack = '', ran, route, isListed } = failure;
      develop?.(failure);
      if (develop) return undefined;
      const kind = KINDS[call] ?? 'process';
      const id = note(failure, { kind, message, isListed, stack: failure.stack, route, ran });
      const reason = plainText(message, LONGEST_MESSAGE);
      const end = lineEnd('code', failure, `${reason} ${frameOf(stack.slice(0, LONGEST_STACK))}`);
      if (end === undefined) return id;
      void mapStack(stack, positionsIn(ran)).then((at) => {
        const top = at[0] === undefined ? '' : ` at ${at[0]}`;
        logger.error({ app, digest, call, reason, at, error: id }, `release code failed: ${app}${top}${end}`);
      });
      return id;
    },
    ended(end) {
      const { reason, isListed, isTold } = end;
      if (develop && isTold) return;
      if (isListed && !isTold) note(end, { kind: 'process', message: reason, isListed });
      logger.warn(end, 'a render process ended');
    },
  };
}

const KINDS: Readonly<Record<string, ErrorKind>> = {
  fragment: 'loader',
  paths: 'loader',
  frame: 'render',
  errorScreen: 'render',
  guards: 'guard',
  island: 'island',
  resource: 'resource',
};
/** Most releases in memory that were live; older ones get few requests. */
const REMEMBERED = 200;

interface Noted extends Pick<SeenError, 'kind' | 'message' | 'stack' | 'route'> {
  isListed: boolean;
  /** The releases whose code ran. */
  ran?: Release[];
}

/**
 * @returns stores an error of a release that is or was live; errors of other releases are reported by admission only.
 *   In development it stores none.
 */
function createNotes({ errors, live, develop }: FailureLogOptions) {
  const wasLive = new LRUCache<string, Composition>({ max: REMEMBERED });
  return (
    { app, digest }: Pick<Failure, 'app' | 'digest'>,
    { isListed, ran = [], ...error }: Noted,
  ): string | undefined => {
    if (develop || digest === undefined) return undefined;
    const current = live();
    for (const [name, release] of Object.entries(current?.apps ?? {}))
      wasLive.set(`${name} ${release}`, current);
    const composition = wasLive.get(`${app} ${digest}`);
    if (!composition) return undefined;
    const route = composition.routes.find(({ id }) => id === error.route)?.id;
    return errors.note({
      ...error,
      message: error.message.slice(0, LONGEST_MESSAGE),
      stack: error.stack?.slice(0, LONGEST_STACK),
      app,
      release: digest,
      source: isListed ? 'listed' : 'unlisted',
      releases: ran,
      composition: composition.id,
      times: 1,
      route,
    });
  };
}

/** The message of a platform error is for visitors, who learn no cause. */
function reasonOf(error: unknown): string {
  if (isPlatformError(error)) return error.why;
  return error instanceof Error ? error.message : String(error);
}

/** Causes of a release and kind that are logged within an hour. */
const MAX_CAUSES = 50;
/** Causes in memory. */
const MAX_LOGGED = 2_000;

/**
 * @param now ms since the epoch.
 * @returns the end of the line of a cause that is logged; undefined for a cause that was logged before, and for one of
 *   a release with too many causes.
 */
function createFirstTimes(now: () => number) {
  const logged = new LRUCache<string, true>({ max: MAX_LOGGED });
  const limit = createAttemptLimit({ most: MAX_CAUSES, windowMs: HOUR_MS, now });
  return (
    kind: string,
    { app, digest = '', isListed }: Pick<Failure, 'app' | 'digest' | 'isListed'>,
    cause: string,
  ): string | undefined => {
    // Invented addresses have their own share of the logged lines.
    const owner = `${kind} ${app}@${digest}${isListed === false ? ' unlisted' : ''}`;
    if (logged.has(`${owner} ${cause}`) || !limit.take(owner)) return undefined;
    logged.set(`${owner} ${cause}`, true);
    return limit.isSpent(owner) ? '; further failures of this release are not logged for an hour' : '';
  };
}
