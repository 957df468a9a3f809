import type { UpstreamReply } from '@voltframe/kit/contract/page/upstream';
import type { RecordedAnswer } from '@voltframe/kit/contract/release/recorded-answers';
import {
  isDeclaredPath,
  UPSTREAM_LIMITS as MOST,
  UPSTREAM_NAME,
  UPSTREAM_TAG,
  upstreamPathIssue,
} from '@voltframe/kit/contract/release/upstreams';
import type { Release } from '@voltframe/kit/contract/release/release';
import { isPlatformError, type PlatformError } from '@voltframe/kit/errors/define-errors';
import { z } from 'zod';
import { isNoAnswer, upstreamErrors } from '../upstream-errors.ts';
import { MAX_READ_BYTES } from '../../platform/settings/upstream-settings.ts';
import {
  type UpstreamResponse,
  type UpstreamResponses,
  upstreamKey,
  type UpstreamRequest,
} from './upstream-answers.ts';
import { RECORDED_INPUT, upstreamInput } from './upstream-inputs.ts';

interface UpstreamQuestionsOptions {
  app: string;
  /** The declaration of its release. */
  declared: NonNullable<Release['upstreams']>;
  /** Undefined: no upstream is configured here. */
  answers: UpstreamResponses | undefined;
  /** The recorded responses for an upstream without a response; undefined for visitors. */
  recorded?: (() => Promise<RecordedAnswer[]>) | undefined;
  /** For how long the call may wait for upstreams, in milliseconds. */
  limitMs: number;
  /** Whether the call is for a page that the site lists. */
  isListed: boolean;
  /**
   * Waits for a time in milliseconds before a request is sent that exceeds the calls a second, or leaves none of them
   * for visitors. Undefined: a request that exceeds them fails.
   */
  pause?: ((ms: number) => Promise<void>) | undefined;
}

export interface UpstreamQuestions {
  /** @param question as the process sent it. */
  reply: (question: unknown) => Promise<UpstreamReply>;
  /** From now on every request, pending ones too, is answered with UPSTREAM_TIMEOUT. */
  end: () => void;
  /** Its inputs: input → digest, '' without a response. */
  inputs: () => Record<string, string>;
  /**
   * The upstream error behind a message that the process got: the error of the call is then not a failure of its
   * code.
   */
  failure: (message: string) => PlatformError | undefined;
}

/** Between two attempts to get one of the calls a second. */
const PAUSE_MS = 100;
/** Of one call. */
const MOST_QUESTIONS = 50;
/** The longest message of a process's error, in characters. */
const LONGEST_WORDS = 1_500;

const questionSchema = z.strictObject({
  upstream: z.string().regex(UPSTREAM_NAME, 'the name of the upstream is none'),
  path: z.string().superRefine((path, context) => {
    const message = upstreamPathIssue(path);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  }),
  query: z.array(z.tuple([z.string().min(1).max(MOST.value), z.string().max(MOST.value)])).max(MOST.query),
  revalidate: z.int('revalidate is in whole seconds').min(1).max(MOST.revalidateS),
  tags: z.array(z.string().regex(UPSTREAM_TAG, 'a tag has 1 to 64 of a-z, A-Z, 0-9, . _ : -')).max(MOST.tags),
});

/** Without a digest: recorded. */
type Answer = Pick<UpstreamResponse, 'status' | 'headers' | 'body'> & { digest?: string };

/** The upstream requests of one call of a render process. Every request gets a reply: nothing here throws. */
export function createUpstreamQuestions(options: UpstreamQuestionsOptions): UpstreamQuestions {
  const { app, limitMs, isListed } = options;
  /** A repeated request of a call gets the same response. */
  const known = new Map<string, Promise<Answer>>();
  const inputs: Record<string, string> = {};
  const failures = new Map<string, PlatformError>();
  const ended = Promise.withResolvers<undefined>();
  let recorded: Promise<RecordedAnswer[]> | undefined;
  let [requests, bytes] = [0, 0];

  let hasEnded = false;
  const readAtLast = async (
    answers: UpstreamResponses,
    request: UpstreamRequest,
  ): Promise<UpstreamResponse> => {
    const { pause } = options;
    for (;;) {
      if (pause && !hasEnded && !answers.leavesRoom(request)) {
        await pause(PAUSE_MS);
        continue;
      }
      try {
        return await answers.read(request, isListed);
      } catch (error) {
        const isOverRate = isPlatformError(error) && error.code === upstreamErrors.RATE.code;
        if (!isOverRate || !pause || hasEnded) throw error;
        await pause(PAUSE_MS);
      }
    }
  };
  const ask = async (request: UpstreamRequest): Promise<Answer> => {
    const { answers } = options;
    const { upstream } = request;
    if (!answers) throw upstreamErrors.UNKNOWN({ app, upstream });
    const answer = await Promise.race([readAtLast(answers, request), ended.promise]);
    if (!answer) throw upstreamErrors.TIMEOUT({ app, upstream, limit: limitMs });
    return answer;
  };
  const instead = async (request: UpstreamRequest, error: unknown): Promise<Answer> => {
    if (!options.recorded || !isNoAnswer(error)) throw error;
    recorded ??= options.recorded();
    const match = recordedAnswer(await recorded, request);
    if (!match) throw error;
    return match;
  };
  const read = (request: UpstreamRequest): Promise<Answer> => {
    const key = upstreamKey(request);
    const answering = known.get(key) ?? ask(request).catch((error: unknown) => instead(request, error));
    known.set(key, answering);
    return answering;
  };
  const answerTo = async (question: unknown): Promise<UpstreamReply> => {
    if (++requests > MOST_QUESTIONS) throw upstreamErrors.LIMIT({ app, most: `${MOST_QUESTIONS} answers` });
    const request = requestOf(options, question);
    const input = upstreamInput(request);
    inputs[input] ??= '';
    const { status, headers, body, digest } = await read(request);
    if (digest === undefined) inputs[RECORDED_INPUT] = '1';
    else inputs[input] = digest;
    bytes += body.length;
    if (bytes > MAX_READ_BYTES) throw upstreamErrors.LIMIT({ app, most: `${MAX_READ_BYTES} bytes` });
    return { ok: true, status, headers, text: body.toString('utf8') };
  };
  return {
    reply: (question: unknown): Promise<UpstreamReply> =>
      answerTo(question).catch((error: unknown): UpstreamReply => {
        const failure = isPlatformError(error) ? error : upstreamErrors.UNEXPECTED({ app }, error);
        const message = `${failure.code}: ${failure.why} ${failure.fix}`.slice(0, LONGEST_WORDS);
        if (isNoAnswer(failure)) failures.set(message, failure);
        return { ok: false, code: failure.code, message };
      }),
    end(): void {
      hasEnded = true;
      ended.resolve(undefined);
    },
    inputs: () => inputs,
    failure: (message: string) => failures.get(message),
  };
}

function recordedAnswer(all: RecordedAnswer[], request: UpstreamRequest): Answer | undefined {
  const key = upstreamKey(request);
  const match = all.find((answer) => upstreamKey({ ...answer, app: request.app }) === key);
  return match && { status: match.status, headers: match.headers, body: Buffer.from(match.text) };
}

/** @throws UPSTREAM_REQUEST, UPSTREAM_UNDECLARED */
function requestOf({ app, declared }: UpstreamQuestionsOptions, question: unknown): UpstreamRequest {
  const parsed = questionSchema.safeParse(question);
  if (!parsed.success) {
    const { upstream } = (question ?? {}) as { upstream?: unknown };
    const named = typeof upstream === 'string' && UPSTREAM_NAME.test(upstream) ? upstream : 'without a name';
    const [issue] = parsed.error.issues;
    const reason = `${issue?.path.join('.')}: ${issue?.message}`;
    throw upstreamErrors.REQUEST({ app, upstream: named, reason: reason.slice(0, 300) });
  }
  const { upstream, path, query, revalidate, tags } = parsed.data;
  const paths = Object.hasOwn(declared, upstream) ? declared[upstream]!.paths : [];
  if (!isDeclaredPath(paths, path)) {
    const line = `upstreams: { ${JSON.stringify(upstream)}: { paths: ${JSON.stringify([...paths, path])} } }`;
    throw upstreamErrors.UNDECLARED({ app, upstream, path, line: line.slice(0, 300) });
  }
  return { app, upstream, path, query, revalidateS: revalidate, tags };
}
