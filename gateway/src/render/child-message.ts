import { gatewayErrors } from '../errors.ts';
import type { AnswerFrame } from './answer-frames.ts';
import { parseAnswer } from './parse-answer.ts';
import type { RenderCall } from './protocol.ts';

/** Of texts, in characters. */
const MAX_MESSAGE = 2_000;
const MAX_STACK = 8_000;
const MAX_FILE = 500;

/** What a render process says, as that of a stranger: an answer by its id, or a question for a file. */
export interface ChildMessage {
  id: number;
  type?: 'read' | undefined;
  file: string;
  result: unknown;
  error?: { message: string; stack?: string } | undefined;
}

/**
 * @param head of a frame.
 * @returns its message, its texts cut. @throws when it is no message of the protocol: the process is ended then.
 */
export function parseChildMessage(head: unknown): ChildMessage {
  const { id, type, ok, result, error, file } = (head ?? {}) as Record<string, unknown>;
  if (typeof id !== 'number') throw new Error('it sent what is no answer');
  if (type === 'read') {
    if (typeof file !== 'string' || file.length > MAX_FILE) throw new Error('it asked for what is no file');
    return { id, type, file, result: undefined };
  }
  if (ok === true) return { id, file: '', result };
  const { message, stack } = (error ?? {}) as { message?: unknown; stack?: unknown };
  return {
    id,
    file: '',
    result: undefined,
    error: {
      message: typeof message === 'string' ? message.slice(0, MAX_MESSAGE) : 'it failed without saying why',
      ...(typeof stack === 'string' && { stack: stack.slice(0, MAX_STACK) }),
    },
  };
}

/** A call that waits for its answer. */
export interface Waiting {
  type: RenderCall;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/**
 * Resolves a call with its answer, or rejects it with GW_RENDER_FAILED: the process threw, or its answer is malformed.
 * @param onError told of what it threw.
 */
export function settleCall(
  call: Waiting,
  { result, error }: ChildMessage,
  { html, headBytes }: AnswerFrame,
  onError?: (type: RenderCall, error: { message: string; stack?: string }) => void,
): void {
  if (error) {
    onError?.(call.type, error);
    return call.reject(gatewayErrors.RENDER_FAILED({ reason: error.message }));
  }
  try {
    const whole = html === '' ? result : { ...(result as object), html };
    call.resolve(parseAnswer(call.type, whole, headBytes));
  } catch (malformed) {
    call.reject(gatewayErrors.RENDER_FAILED({ reason: (malformed as Error).message }));
  }
}
