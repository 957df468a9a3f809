import { PassThrough, Readable } from 'node:stream';
import {
  type Ahead,
  type LastLine,
  LINES_TYPE,
  type WaitingLine,
} from '@voltframe/kit/contract/operations/operations';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import { APP_NAME, PREVIEW_NAME } from '@voltframe/kit/contract/names';
import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { gatewayErrors } from '../../platform/errors.ts';
import { every } from '../../platform/runtime/timers.ts';
import { operation, operationError, statusOf } from '../operation.ts';
import type { StateStore } from '../../releasing/state/state-store.ts';
import type { Changes } from '../../releasing/activation/changes.ts';
import type { ReleaseIntake } from '../../releasing/releases/release-intake.ts';
import { MINUTE_MS } from '@voltframe/kit/contract/units';
import { withRetryAfter } from '../../platform/runtime/retry-after.ts';

const publishQuery = z.object({
  check: z.string().optional(),
  preview: z.string().optional(),
  name: z.string().regex(PREVIEW_NAME, 'is not a name of a preview: pr-12').optional(),
});

export interface PublishRoutesOptions {
  /** Reads packs. */
  intake: Pick<ReleaseIntake, 'unpack'>;
  /** Checks releases and makes them live. */
  changes: Pick<Changes, 'publish' | 'check' | 'preview'>;
  /** Stores the identities of the releases of previews. */
  state: Pick<StateStore, 'setIdentity'>;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** `PUT /-/releases/:apps`: one or several releases as one. */
export const publishRoutes: FastifyPluginAsyncZod<PublishRoutesOptions> = async (
  app,
  { intake, changes, state, now },
) => {
  const packs = createIncomingPacks({ now, every });
  app.route({
    ...operation('publish'),
    schema: { params: z.object({ apps: z.string() }), querystring: publishQuery },
    async handler(request, reply) {
      const { token, body } = request;
      const { check, preview, name } = request.query;
      const apps = request.params.apps.split(',');
      if (!apps.every((one) => APP_NAME.test(one)) || new Set(apps).size < apps.length)
        throw gatewayErrors.BAD_REQUEST({ reason: 'the apps are not distinct names' });
      if (!(body instanceof Readable))
        throw Object.assign(gatewayErrors.BAD_REQUEST({ reason: 'the body is not a pack' }), { status: 415 });
      if (check === '1' && preview === '1') throw opsErrors.CHECK_OR_PREVIEW();
      const purpose = check === '1' ? 'check' : preview === '1' ? 'preview' : 'publish';
      // A preview stores its identity after its admission.
      const taken = await packs.receive(apps, arrivalOf(request), (signal) =>
        intake.unpack(body, { apps, remember: purpose === 'publish', signal }),
      );
      const decide = async (onWaiting?: (ahead: Ahead) => void): Promise<Verdict> => {
        const verdict = await changes[purpose](taken.releases, token.name, {
          token: token.id,
          onWaiting,
          name,
        });
        if (purpose === 'preview')
          for (const { app: named, digest } of verdict.releases) {
            const identity = taken.identities.get(named);
            if (identity) await state.setIdentity(named, digest, identity);
          }
        return verdict;
      };
      if (request.headers.accept?.includes(LINES_TYPE)) return answerInLines(request, reply, decide);
      const verdict = await decide();
      return reply.code(statusOf(verdict)).send(verdict);
    },
  });
};

function arrivalOf({ raw }: FastifyRequest): Arrival {
  return {
    bytes: () => raw.socket.bytesRead,
    isAwaited: () => !raw.complete && raw.readableLength === 0,
  };
}

/** Answers with one line for each message about the wait, and one for the result. */
function answerInLines(
  request: FastifyRequest,
  reply: FastifyReply,
  decide: (onWaiting: (ahead: Ahead) => void) => Promise<Verdict>,
): FastifyReply {
  const lines = new PassThrough();
  const write = (line: WaitingLine | LastLine): void => void lines.write(`${JSON.stringify(line)}\n`);
  void decide((waiting) => write({ waiting }))
    .then(
      (verdict) => write({ status: statusOf(verdict), verdict }),
      (thrown: Error) => {
        const error = operationError(thrown);
        if (error.status >= 500) request.log.error(thrown);
        write({ status: error.status, error });
      },
    )
    .finally(() => lines.end());
  return reply.type(LINES_TYPE).send(lines);
}

/** Progress of an incoming pack. */
export interface Arrival {
  /** Received bytes. */
  bytes(): number;
  /** Whether all received bytes were read and more are expected, so that the sender causes the wait. */
  isAwaited(): boolean;
}

export interface IncomingPacksOptions {
  now: () => number;
  /** Calls back at an interval in milliseconds. @returns stops the interval. */
  every(ms: number, callback: () => void): () => void;
}

/** Most concurrent incoming packs. */
export const MOST_PACKS = { ofApp: 2, inAll: 8 } as const;
const RETRY_MS = 10_000;
const LOOK_MS = 1_000;
/** Time without a byte after which a pack is aborted, in milliseconds. */
const IDLE_MS = 30_000;
/** A pack with fewer bytes within this time of waiting for its sender, in milliseconds, is aborted, too. */
const SLOW_MS = MINUTE_MS;
const LEAST_BYTES = (SLOW_MS / 1_000) * 16 * 1024;

/** The incoming packs: a limited number, and none that stalls. */
export function createIncomingPacks({ now, every: callEvery }: IncomingPacksOptions) {
  const arriving: (readonly string[])[] = [];
  const assertRoom = (apps: readonly string[]): void => {
    const full = apps.find(
      (app) => arriving.filter((others) => others.includes(app)).length >= MOST_PACKS.ofApp,
    );
    const isFull = arriving.length >= MOST_PACKS.inAll;
    if (full === undefined && !isFull) return;
    const reason = full === undefined ? `${arriving.length} in all` : `${MOST_PACKS.ofApp} of ${full}`;
    throw withRetryAfter(opsErrors.PUSHES({ ...MOST_PACKS, reason }), RETRY_MS);
  };
  return {
    /**
     * @param take reads the pack until its signal ends it, and rejects with the reason of the signal. It is awaited
     *   also after that, so that it leaves no open file.
     * @throws OPS_PUSHES, OPS_PUSH_STALLED
     */
    async receive<Result>(
      apps: readonly string[],
      arrival: Arrival,
      take: (signal: AbortSignal) => Promise<Result>,
    ): Promise<Result> {
      assertRoom(apps);
      arriving.push(apps);
      const stalled = new AbortController();
      const look = watchPace(arrival, now);
      const stop = callEvery(LOOK_MS, () => {
        const reason = look();
        if (reason !== undefined) stalled.abort(opsErrors.PUSH_STALLED({ reason }));
      });
      try {
        return await take(stalled.signal);
      } finally {
        stop();
        arriving.splice(arriving.indexOf(apps), 1);
      }
    },
  };
}

/** @returns a check to call at an interval: the reason to abort the pack; undefined: continue. */
function watchPace({ bytes, isAwaited }: Arrival, now: () => number): () => string | undefined {
  let looked = { at: now(), bytes: bytes() };
  let idleMs = 0;
  /** Time of waiting for the sender since the last check of its rate. */
  let waited = { ms: 0, bytes: 0 };
  return () => {
    const current = { at: now(), bytes: bytes() };
    const [ms, came] = [current.at - looked.at, current.bytes - looked.bytes];
    looked = current;
    waited.bytes += came;
    idleMs = came > 0 || !isAwaited() ? 0 : idleMs + ms;
    if (isAwaited()) waited.ms += ms;
    if (idleMs >= IDLE_MS) return `no byte came for ${IDLE_MS / 1_000} seconds`;
    if (waited.ms < SLOW_MS) return undefined;
    const isSlow = waited.bytes < LEAST_BYTES;
    waited = { ms: 0, bytes: 0 };
    return isSlow ? `fewer than ${LEAST_BYTES} bytes came in ${SLOW_MS / 1_000} seconds` : undefined;
  };
}
