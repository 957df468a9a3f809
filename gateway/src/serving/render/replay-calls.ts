import type { ReplayOutcome } from '@voltframe/kit/contract/operations/replay';
import type { UpstreamReply } from '@voltframe/kit/contract/page/upstream';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { FragmentRequest } from '@voltframe/kit/contract/release/server-module';
import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import { gatewayErrors } from '../../platform/errors.ts';
import { isNoAnswer, upstreamErrors } from '../../platform/upstream-errors.ts';
import type { UpstreamQuestions } from '../upstreams/upstream-questions.ts';
import type { CallObserver, CallRecord, ProcessEnd } from './call-record.ts';
import type { RenderProcess, RenderProcessOptions } from './render-process.ts';

/** Options of a process for a replay. */
export type ReplayParts = Required<Pick<RenderProcessOptions, 'questions' | 'onError'>> & {
  observer: CallObserver;
};

/** Errors of a call that the code of a release causes. */
const OF_CODE = new Set<string>([
  gatewayErrors.RENDER_FAILED.code,
  gatewayErrors.RENDER_ENDED.code,
  gatewayErrors.RENDER_TIMEOUT.code,
  gatewayErrors.RENDER_LOAD.code,
]);

/**
 * Repeats recorded calls, one after the other. With several calls, only an end of the process counts as a failure,
 * because the earlier calls may have failed when they were recorded.
 * @param open starts a process of its own, which asks upstreams by these questions.
 * @param mapped finds the lines of a stack in the sources.
 * @param signal ends the process at once; the outcome is `untried` then.
 */
export async function replayCalls(
  open: (parts: ReplayParts) => RenderProcess,
  composition: Composition,
  records: readonly CallRecord[],
  signal: AbortSignal,
  mapped: (stack: string) => Promise<string[]>,
): Promise<ReplayOutcome> {
  const missing: string[] = [];
  let replies: CallRecord['replies'];
  const ends: ProcessEnd[] = [];
  let stack: string | undefined;
  const process = open({
    questions: () => recordedQuestions(replies, (question) => void missing.push(question)),
    observer: {
      answered() {},
      failed() {},
      ended(end) {
        ends.push(end);
        // One end is enough; the call is not repeated.
        process.close();
      },
    },
    onError: (_, error) => void (stack = error.stack),
  });
  const abort = (): void => process.close();
  signal.addEventListener('abort', abort);
  try {
    let outcome: ReplayOutcome = { type: 'untried', reason: 'there is no call' };
    for (const record of records) {
      if (signal.aborted) return { type: 'untried', reason: 'something more important had to be done' };
      replies = record.replies;
      if (!replies) return { type: 'untried', reason: 'it was given more than is recorded' };
      outcome = await replayCall(process, composition, record);
      const question = missing.pop();
      if (question !== undefined)
        return { type: 'untried', reason: `it asks an upstream what was not recorded: ${question}` };
      // A call that ended the process is repeated once, and may then be answered.
      const [end] = ends;
      if (end) return { type: end.by === 'machine' ? 'untried' : 'failed', reason: end.reason };
      if (records.length > 1) outcome = { type: 'answered' };
    }
    if (signal.aborted) return { type: 'untried', reason: 'something more important had to be done' };
    return outcome.type === 'failed' && stack !== undefined
      ? { ...outcome, frames: await mapped(stack) }
      : outcome;
  } finally {
    signal.removeEventListener('abort', abort);
    process.close();
  }
}

async function replayCall(
  process: RenderProcess,
  composition: Composition,
  { type, request }: CallRecord,
): Promise<ReplayOutcome> {
  const { routeId } = request as Partial<FragmentRequest>;
  const hasRoute = routeId === undefined || composition.routes.some(({ id }) => id === routeId);
  if (!hasRoute) return { type: 'untried', reason: `it has no route ${routeId}` };
  try {
    await process.call(composition, type, request as never, { inputs: {}, recorded: false });
    return { type: 'answered' };
  } catch (error) {
    const reason = isPlatformError(error) ? error.why : String(error);
    return isPlatformError(error) && OF_CODE.has(error.code) && !isNoAnswer(error)
      ? { type: 'failed', reason }
      : { type: 'untried', reason };
  }
}

/** The questions of one call, answered from its record. */
function recordedQuestions(
  replies: CallRecord['replies'],
  onMissing: (question: string) => void,
): UpstreamQuestions {
  return {
    async reply(question): Promise<UpstreamReply> {
      const text = JSON.stringify(question);
      const reply = replies?.get(text);
      if (reply) return reply;
      onMissing(text.slice(0, 200));
      return { ok: false, code: upstreamErrors.TIMEOUT.code, message: 'This question was not recorded' };
    },
    end() {},
    inputs: () => ({}),
    failure: () => undefined,
  };
}
