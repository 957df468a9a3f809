import type { ErrorKind } from '@voltframe/kit/contract/operations/error-groups';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import { LRUCache } from 'lru-cache';
import { gatewayErrors } from '../../platform/errors.ts';
import type { CodeFailure, Failure, SeenFailures } from './failure-log.ts';
import type { ErrorGroups } from './error-groups.ts';
import type { SeenError } from './pending-errors.ts';

export interface ServerFailuresPorts {
  errors: Pick<ErrorGroups, 'note'>;
  live(): Composition | undefined;
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

/** Errors on the server, by app and release. Errors of releases that were never live are reported by admission only. */
export function createServerFailures({ errors, live }: ServerFailuresPorts): SeenFailures {
  const wasLive = new LRUCache<string, Composition>({ max: REMEMBERED });
  const compositionOf = (app: string, digest: string): Composition | undefined => {
    const current = live();
    for (const [name, release] of Object.entries(current?.apps ?? {}))
      wasLive.set(`${name} ${release}`, current);
    return wasLive.get(`${app} ${digest}`);
  };
  const note = (
    app: string,
    digest: string,
    error: Pick<SeenError, 'kind' | 'message' | 'stack' | 'route' | 'isListed'>,
  ): string | undefined => {
    const composition = compositionOf(app, digest);
    if (!composition) return undefined;
    const route = composition.routes.find(({ id }) => id === error.route)?.id;
    return errors.note({ ...error, app, release: digest, composition: composition.id, times: 1, route });
  };
  return {
    thrown: ({ app, digest, call, message, stack, route, isListed }: CodeFailure) =>
      note(app, digest, { kind: KINDS[call] ?? 'process', message, isListed, stack, route }),
    noticed({ kind, app, digest, what, error, isListed = true }: Failure) {
      // Too many concurrent calls are no defect of the release, because strangers can cause them.
      if (digest === undefined || isBusy(error)) return undefined;
      return note(app, digest, {
        kind: kind === 'island' ? 'island' : 'page',
        message: messageOf(error),
        isListed,
        route: what.slice(what.indexOf(' ') + 1),
      });
    },
    ended({ app, digest, reason, isListed }) {
      if (isListed) note(app, digest, { kind: 'process', message: reason, isListed });
    },
  };
}

/** @returns whether the render process never started the call. */
function isBusy(error: unknown): boolean {
  return isPlatformError(error) && error.code === gatewayErrors.RENDER_BUSY.code;
}

/** The message for operators, when it is longer than that for visitors. */
function messageOf(error: unknown): string {
  if (isPlatformError(error)) return error.why;
  return error instanceof Error ? error.message : String(error);
}
