import {
  BrokenCircuitError,
  bulkhead,
  BulkheadRejectedError,
  circuitBreaker,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  ExponentialBackoff,
  fullJitterGenerator,
  handleWhen,
  type IPolicy,
  retry,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel';
import type { UpstreamStatus } from '@voltframe/kit/contract/operations/site-status';
import { isPlatformError, type PlatformError } from '@voltframe/kit/errors/define-errors';
import { createAttemptLimit } from '../../platform/runtime/attempt-limit.ts';
import { isDown, upstreamErrors } from '../upstream-errors.ts';
import type { Telemetry } from '../../observing/telemetry/telemetry.ts';
import type { UpstreamSettings } from '../../platform/settings/upstream-settings.ts';
import type { UpstreamRequest } from './upstream-answers.ts';
import {
  callAddress,
  CallFailure,
  fetchResponse,
  type FetchedResponse,
  type SendCall,
} from './fetch-response.ts';

interface UpstreamCall extends Pick<UpstreamRequest, 'app' | 'path' | 'query'> {
  /** Text of errors in place of the path; absent: the path. */
  pattern?: string;
}
/** One attempt. @throws CallFailure, or the error of the connection */
type Attempt<Answer> = (address: URL, use: AttemptUse) => Promise<Answer>;
interface AttemptUse {
  signal: AbortSignal;
  traceparent?: string | undefined;
}

/**
 * The client of one upstream. Calls for invented addresses have their own limits and count towards no
 * circuit, so that slow requests of a visitor do not affect the listed pages.
 */
export interface UpstreamClient {
  /** The worst circuit of all apps, each of which has its own. */
  circuit: () => 'closed' | 'half-open' | 'open';
  /** @returns whether a call of an app now leaves some of its calls a second to visitors. */
  leavesRoom: (app: string) => boolean;
  /**
   * One call with all its attempts, within the upstream's time limit.
   * @param isListed whether it is for a listed address.
   * @throws an error of errors.ts: UNKNOWN, REQUEST, RATE, BUSY, UNREACHABLE, ANSWER or TIMEOUT; none holds a header or
   *   a secret
   */
  get: (call: UpstreamCall, isListed?: boolean) => Promise<FetchedResponse>;
  /**
   * One call for one visitor, without retries. It counts towards no circuit, because the visitor chooses the path.
   * @param limitMs of the attempt; default: the upstream's time limit.
   * @throws as `get`
   */
  once: <Answer>(call: UpstreamCall, attempt: Attempt<Answer>, limitMs?: number) => Promise<Answer>;
}

interface UpstreamClientOptions {
  upstream: UpstreamSettings;
  send: SendCall;
  now: () => number;
  telemetry: Pick<Telemetry, 'count' | 'time' | 'span' | 'traceparent'>;
  /** Calls for invented addresses that wait for one of their connections. */
  waiting?: number;
}

const RETRIES = 2;
const FIRST_PAUSE_MS = 200;
/** Consecutive failed calls that open the circuit, and the time for which it is open, in ms. */
const FAILURES = 5;
const LEFT_ALONE_MS = 10_000;

/** The share of connections, and of calls a second, that calls for invented addresses have at most. */
const UNLISTED_SHARE = 0.5;
/** The share of calls a second that admission and prerendering leave to visitors. */
const VISITORS_SHARE = 0.2;
const UNLISTED_WAITING = 20;

export function createUpstreamClient({
  upstream,
  send,
  telemetry,
  now,
  waiting = UNLISTED_WAITING,
}: UpstreamClientOptions): UpstreamClient {
  // Every call of a backend of personal data belongs to one visitor.
  const share = upstream.visitor ? 1 : UNLISTED_SHARE;
  const shareOf = (most: number): number => Math.max(1, Math.floor(most * share));
  const rate = createAttemptLimit({ most: upstream.perSecond, windowMs: 1_000, now });
  const unlistedRate = createAttemptLimit({ most: shareOf(upstream.perSecond), windowMs: 1_000, now });
  const unlisted = bulkhead(shareOf(upstream.connections), waiting);
  const breakers = new Map(upstream.apps.map((app) => [app, createBreaker()]));
  const ask = async <Answer>(
    call: UpstreamCall,
    isListed: boolean,
    policy: IPolicy,
    attempt: Attempt<Answer>,
    limitMs = upstream.timeoutMs,
  ): Promise<Answer> => {
    const { app, path, pattern = path, query } = call;
    const { name, base, perSecond } = upstream;
    const breaker = breakers.get(app);
    if (!breaker) throw upstreamErrors.UNKNOWN({ upstream: name, app });
    const target = callAddress(base, path, query);
    if (!target.ok) throw upstreamErrors.REQUEST({ upstream: name, app, reason: target.reason });
    const refused = (reason: string) => upstreamErrors.UNREACHABLE({ upstream: name, app, reason });
    // One call decides whether the circuit is closed again: not one for an invented address.
    if (breaker.state === CircuitState.HalfOpen || (!isListed && breaker.state !== CircuitState.Closed))
      throw refused(LEFT_ALONE);
    if (!(isListed ? rate : unlistedRate).take(app)) {
      telemetry.count('upstream_calls_total', { upstream: name, outcome: upstreamErrors.RATE.code });
      throw upstreamErrors.RATE({ upstream: name, app, most: isListed ? perSecond : shareOf(perSecond) });
    }
    const start = now();
    let outcome = 'ok';
    /** All attempts, as long as there is time. */
    const run = async (): Promise<Answer> => {
      const traceparent = telemetry.traceparent();
      const limited = wrap(timeout(limitMs, TimeoutStrategy.Aggressive), policy);
      try {
        return await limited.execute(({ signal }) => attempt(target.address, { signal, traceparent }));
      } catch (error) {
        // The request of a visitor turned out to be wrong while it arrived.
        if (isPlatformError(error)) throw error;
        if (error instanceof BulkheadRejectedError) throw upstreamErrors.BUSY({ upstream: name, app });
        if (error instanceof TaskCancelledError)
          throw upstreamErrors.TIMEOUT({ upstream: name, app, limit: limitMs });
        if (!(error instanceof CallFailure)) throw refused(reasonOf(error));
        const { down, message: reason } = error;
        throw down ? refused(reason) : upstreamErrors.ANSWER({ upstream: name, app, path: pattern, reason });
      }
    };
    try {
      return await telemetry.span(`upstream ${name}`, { app, upstream: name }, () =>
        isListed ? breaker.execute(run) : run(),
      );
    } catch (error) {
      const known = error instanceof BrokenCircuitError ? refused(LEFT_ALONE) : (error as PlatformError);
      outcome = known.code;
      throw known;
    } finally {
      telemetry.count('upstream_calls_total', { upstream: name, outcome });
      telemetry.time('upstream_call_duration_seconds', { upstream: name }, now() - start);
    }
  };
  return {
    circuit: () => worstOf([...breakers.values()]),
    leavesRoom: (app: string) => rate.left(app) > upstream.perSecond * VISITORS_SHARE,
    get: (call: UpstreamCall, isListed = true): Promise<FetchedResponse> =>
      ask(call, isListed, isListed ? retries : wrap(unlisted, retries), (address, use) =>
        fetchResponse(address, upstream, { send, ...use }),
      ),
    once: <Answer>(call: UpstreamCall, attempt: Attempt<Answer>, limitMs?: number): Promise<Answer> =>
      ask(call, false, unlisted, attempt, limitMs),
  };
}

const LEFT_ALONE = `it failed ${FAILURES} times in a row, and is asked again in ${LEFT_ALONE_MS / 1000} s at most`;

function createBreaker(): CircuitBreakerPolicy {
  return circuitBreaker(handleWhen(isDown), {
    halfOpenAfter: LEFT_ALONE_MS,
    breaker: new ConsecutiveBreaker(FAILURES),
  });
}

function worstOf(breakers: CircuitBreakerPolicy[]): UpstreamStatus['circuit'] {
  const states = new Set(breakers.map(({ state }) => state));
  if (states.has(CircuitState.Open) || states.has(CircuitState.Isolated)) return 'open';
  return states.has(CircuitState.HalfOpen) ? 'half-open' : 'closed';
}

/** Full jitter: calls that failed together do not retry together. */
const retries = retry(
  handleWhen((error) => !(error instanceof CallFailure) || error.passing),
  {
    maxAttempts: RETRIES,
    backoff: new ExponentialBackoff({ initialDelay: FIRST_PAUSE_MS, generator: fullJitterGenerator }),
  },
);

/** Only the code, because a message may contain an address. */
function reasonOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  const known = [code, cause?.code].find((each) => typeof each === 'string');
  return known?.slice(0, 60) ?? 'the connection failed';
}
