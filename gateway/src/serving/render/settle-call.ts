import { LRUCache } from 'lru-cache';
import { siteErrors } from '@voltframe/kit/errors/site-errors';
import type { FragmentRequest } from '@voltframe/kit/contract/release/server-module';
import { HtmlBytes, JsonBytes } from '../responses/page-bytes.ts';
import { gatewayErrors } from '../../platform/errors.ts';
import { withCodeStack, withErrorId } from '../../observing/stacks/code-error.ts';
import type { UpstreamQuestions } from '../upstreams/upstream-questions.ts';
import type { MessageFrame } from '../../platform/runtime/message-frames.ts';
import type { ChildAnswer } from '../../platform/runtime/supervised-child.ts';
import { ANSWER_LIMITS, parseAnswer } from './parse-answer.ts';
import type { FragmentAnswer, RenderCall } from './protocol.ts';

/** How a call reads upstreams. */
export interface Reading {
  /** Receives its inputs: input → digest. */
  inputs: Record<string, string>;
  /** Whether recorded answers replace the missing answers of an upstream. */
  recorded: boolean;
  /**
   * Whether the call is for a page that the site lists, or for an island in one. A visitor may have invented any other
   * address.
   */
  isListed: boolean;
  /** The longest wait before the call is sent, in milliseconds; absent: no limit. */
  queueMs?: number | undefined;
}

/** A call that waits for its answer. */
export interface Waiting {
  type: RenderCall;
  request: unknown;
  reading: Reading;
  /** Runs the answer in the trace of its request; absent when no request is recorded. */
  carried?: (<Result>(work: () => Result) => Result) | undefined;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** Reads the fields of a page besides its HTML. */
export type PageParts = ReturnType<typeof createPageParts>;

export function createPageParts() {
  return {
    facts: createPartReader((bytes) => parseAnswer('fragment', bytes)),
    data: createPartReader((bytes) => new JsonBytes(bytes)),
  };
}

/** The limit of the last parts for each route of a process, in bytes. */
const REMEMBERED_BYTES = 2 * 1024 * 1024;
/** The memory of a part as a multiple of its bytes: the bytes and the parsed value. */
const WITH_ITS_VALUE = 3;

/**
 * @param look parses a part; throws when it is invalid.
 * @returns a reader of a part of a route's page. The part is mostly equal for all queries; equal parts are parsed
 * once, and share the value.
 */
function createPartReader<Part extends object>(
  look: (bytes: Buffer) => Part,
): (route: string, bytes: Buffer) => Part {
  const last = new LRUCache<string, { bytes: Buffer; part: Part }>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: ({ bytes }, route) => WITH_ITS_VALUE * bytes.length + route.length + 100,
  });
  return (route, bytes) => {
    const known = last.get(route);
    if (known?.bytes.equals(bytes)) return known.part;
    const part = look(bytes);
    last.set(route, { bytes, part });
    return part;
  };
}

interface Settling {
  parts: PageParts;
  /** Its requests to upstreams. */
  questions?: UpstreamQuestions | undefined;
  /** Called with its error; returns the id of the error. */
  onError?(
    type: RenderCall,
    error: { message: string; stack?: string; isListed: boolean },
  ): string | undefined;
}

/**
 * Resolves a call with its answer, or rejects it with GW_RENDER_FAILED when the process threw or its answer is
 * malformed. A call that fails because of an upstream is rejected with the upstream's error, not as a failure of its
 * code.
 * @param questions its requests to upstreams. @param onError called with a thrown error; returns the id of the error.
 */
export function settleCall(
  call: Waiting,
  { error }: ChildAnswer,
  frame: MessageFrame,
  { parts, questions, onError }: Settling,
): void {
  Object.assign(call.reading.inputs, questions?.inputs());
  const failure = error && questions?.failure(error.message);
  if (failure) return call.reject(failure);
  if (error) return rejectFailed(call, error, onError);
  try {
    const { type } = call;
    const isPage = type === 'fragment';
    call.resolve(isPage ? pageOf(call, frame, parts) : parseAnswer(type, frame.facts, frame.html));
  } catch (malformed) {
    call.reject(gatewayErrors.RENDER_FAILED({ reason: (malformed as Error).message }));
  }
}

/** A call that passed a limit at an address that a visitor invented is an error of the request, not of the release. */
function rejectFailed(
  { type, request, reading, reject }: Waiting,
  { limit, ...error }: NonNullable<ChildAnswer['error']>,
  onError: Settling['onError'],
): void {
  const { isListed } = reading;
  if (limit && !isListed) {
    const { path, search } = request as Partial<FragmentRequest>;
    return type === 'fragment'
      ? reject(siteErrors.PAGE_NOT_FOUND({ path: `${path}${search}` }))
      : reject(gatewayErrors.CALL_LIMIT({ reason: error.message }));
  }
  const id = onError?.(type, { ...error, isListed });
  const failed = withCodeStack(gatewayErrors.RENDER_FAILED({ reason: error.message }), error.stack);
  reject(withErrorId(failed, id));
}

/** The HTML and data of a page stay bytes, because a document is built from bytes. */
function pageOf({ request }: Waiting, { html, data, facts }: MessageFrame, parts: PageParts): FragmentAnswer {
  const { routeId } = request as FragmentRequest;
  // Yields to the event loop before parsing, which blocks it.
  if (facts.length + data.length > ANSWER_LIMITS.json)
    throw new Error(`its head and data are larger than ${ANSWER_LIMITS.json} bytes`);
  const page = new HtmlBytes(html);
  if (page.length > ANSWER_LIMITS.html)
    throw new Error(`its HTML is larger than ${ANSWER_LIMITS.html} bytes`);
  return {
    ...parts.facts(routeId, facts),
    html: page,
    data: data.length === 0 ? JsonBytes.of(null) : parts.data(routeId, data),
  };
}
