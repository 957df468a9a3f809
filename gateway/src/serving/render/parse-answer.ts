import { LRUCache } from 'lru-cache';
import { MB } from '@voltframe/kit/contract/units';
import { z } from 'zod';
import { isFields } from '@voltframe/kit/contract/names';
import { REDIRECT_STATUSES } from '@voltframe/kit/contract/routing/route-rules';
import type { PathEntry } from '@voltframe/kit/contract/page/page-server';
import type { Head } from '@voltframe/kit/contract/page/head';
import { assertBounded } from '@voltframe/kit/packaging/json-bounds';
import type { MessageFrame } from '../../platform/runtime/message-frames.ts';
import { HtmlBytes, isDeeper, JsonBytes } from '../responses/page-bytes.ts';
import { MOST_LISTED } from './listing-limit.ts';
import type { FragmentAnswer, FragmentFacts, RenderCall, RenderCalls } from './protocol.ts';

/** Largest parts of an answer: texts in characters, JSON and the HTML of a page in bytes. */
export const ANSWER_LIMITS = {
  html: 4 * 1024 * 1024,
  /** A document's head. */
  head: 1024 * 1024,
  /** The head and the data of a page, and its other fields besides HTML. */
  json: 2 * 1024 * 1024,
  /** A feed, say. */
  body: 16 * 1024 * 1024,
} as const;
const MAX_DEPTH = 64;
/** Calls that are not made for each visitor may have larger answers, in bytes and in values. */
const LARGER: Partial<Record<RenderCall, { bytes: number; values?: number }>> = {
  paths: { bytes: 2 * MOST_LISTED.characters, values: 3 * MOST_LISTED.addresses + 100 },
  resource: { bytes: ANSWER_LIMITS.body },
};
const MAX_ISLANDS = 200;
const MAX_INPUTS = 2_000;

/** Longest address of a page, and longest name, in characters. */
const LONGEST_PATH = 2_048;
const SHORT = 200;

const short = z.string().max(SHORT);
const line = z.string().max(4_096);
const status = z.int().min(100).max(599);
const redirectStatus = z.int().refine((code) => REDIRECT_STATUSES.has(code), 'not the status of a redirect');
const markup = z.string().max(ANSWER_LIMITS.html);
/** Its JSON is bounded: a schema of each name would take as long as the rest of the answer. */
const fields = z.custom<Record<string, unknown>>(isFields, 'not an object');
const island = z.object({ name: short, props: fields, key: short });
const islands = z.array(island).max(MAX_ISLANDS);
/** Names only: the gateway has the digests. */
const inputs = z
  .record(z.string().max(600), z.string().max(128))
  .refine((all) => Object.keys(all).length <= MAX_INPUTS, 'too many inputs');
const text = z.string().max(100_000);
const link = z.object({
  rel: short,
  href: line.optional(),
  type: short.optional(),
  title: line.optional(),
  hreflang: short.optional(),
  crossorigin: short.optional(),
  as: short.optional(),
  imagesrcset: line.optional(),
  imagesizes: line.optional(),
  fetchpriority: short.optional(),
});
const meta = z.object({
  name: short.optional(),
  property: short.optional(),
  media: short.optional(),
  content: text,
});
const metas = z.array(meta).max(200);
const head = z.object({
  title: line,
  meta: metas,
  links: z.array(link).max(200),
  jsonLd: z.array(fields).max(50),
  lang: short,
  choices: z.object({ parameter: short, titles: z.record(line, line) }).optional(),
});
/** Fails to compile when the schema lacks a field, which would be lost. */
type Unknown = Exclude<
  keyof Head | keyof Head['links'][number] | keyof Head['meta'][number],
  keyof z.infer<typeof head> | keyof z.infer<typeof link> | keyof z.infer<typeof meta>
>;
const nothingIsLost: [Unknown] extends [never] ? true : Unknown = true;
void nothingIsLost;

const icons = z.record(
  short,
  z.object({ body: z.string().max(100_000), width: z.number(), height: z.number() }),
);
const failure = z.object({ status, message: line, fatal: z.boolean() });
const pageError = z.object({
  type: z.literal('error'),
  status,
  code: short,
  message: line,
  statusMessage: line.optional(),
  fatal: z.boolean(),
});

const SCHEMAS = {
  fragment: z.object({
    error: failure.optional(),
    redirect: z.object({ to: line, status: redirectStatus, external: z.boolean() }).optional(),
    head,
    islands,
    icons: icons.optional(),
    inputs,
  }),
  island: z.object({ html: markup.default(''), inputs }),
  frame: z.object({ html: markup.default(''), islands, readsHead: z.literal(true).optional() }),
  errorScreen: z.object({ html: markup.default(''), islands, meta: metas.optional() }),
  guards: z.union([
    z.object({ type: z.enum(['pass', 'cancel']) }),
    z.object({
      type: z.literal('redirect'),
      to: line,
      external: z.boolean(),
      status: redirectStatus.optional(),
    }),
    pageError,
  ]),
  paths: z.custom<PathEntry[]>(isPaths, 'not a list of paths, or too many'),
  resource: z.object({ type: short, body: z.string().max(ANSWER_LIMITS.body), inputs }),
} satisfies Record<RenderCall, z.ZodType>;

/** A schema of each entry would take 50 ms of the thread for the longest list. */
function isPaths(value: unknown): value is PathEntry[] {
  const isEntry = (entry: unknown): boolean =>
    isFields(entry) &&
    isText(entry['path'], LONGEST_PATH) &&
    (entry['updated'] === undefined || isText(entry['updated'], SHORT));
  return Array.isArray(value) && value.length <= MOST_LISTED.addresses && value.every(isEntry);
}

function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.length <= most;
}

/** The checked fields of an answer; for a page without HTML and data. */
type Checked<Call extends RenderCall> = Call extends 'fragment' ? FragmentFacts : RenderCalls[Call]['result'];

/**
 * Parses the untrusted answer of a process.
 * @param json the fields of the result, without the HTML. @param html of a call that is not for a page, UTF-8.
 * @throws an Error with the defect.
 */
export function parseAnswer<Call extends RenderCall>(call: Call, json: Buffer, html?: Buffer): Checked<Call> {
  const { bytes = ANSWER_LIMITS.json, values } = LARGER[call] ?? {};
  if (json.length > bytes) throw new Error(`its answer is larger than ${bytes} bytes`);
  assertBounded(json, values);
  const result = json.length === 0 ? undefined : (JSON.parse(json.toString()) as unknown);
  if (isDeeper(result, MAX_DEPTH)) throw new Error(`its answer is nested more than ${MAX_DEPTH} deep`);
  const parsed = SCHEMAS[call].safeParse(
    isFields(result) && html ? { html: html.toString(), ...result } : result,
  );
  if (parsed.success) return withSmallHead(parsed.data, json.length) as Checked<Call>;
  const [issue] = parsed.error.issues;
  throw new Error(`its answer is malformed: ${issue?.path.join('.')}: ${issue?.message}`.slice(0, 300));
}

/** @throws when its head alone is too large. Called only for an answer that is too large as a whole. */
function withSmallHead<Answer extends object>(answer: Answer, jsonBytes: number): Answer {
  if (jsonBytes > ANSWER_LIMITS.head && 'head' in answer)
    if (JSON.stringify(answer.head).length > ANSWER_LIMITS.head)
      throw new Error('its answer is malformed: head: it is too large');
  return answer;
}

/** The limit of the last parts for each route of a process, in bytes. */
const REMEMBERED_BYTES = 2 * MB;
/** The memory of a part as a multiple of its bytes: the bytes and the parsed value. */
const WITH_ITS_VALUE = 3;

/**
 * Reads the answers of one process.
 * @returns the result of a call. The HTML and data of a page stay bytes, because a document is built from bytes.
 *   @throws an Error with the defect of the answer.
 */
export function createAnswerReader() {
  const factsOf = createPartReader((bytes) => parseAnswer('fragment', bytes));
  const dataOf = createPartReader((bytes) => new JsonBytes(bytes));
  const htmlOf = createPartReader((bytes) => new HtmlBytes(bytes));
  const pageOf = (routeId: string, { html, data, facts }: MessageFrame): FragmentAnswer => {
    // Before parsing, which blocks the event loop.
    if (facts.length + data.length > ANSWER_LIMITS.json)
      throw new Error(`its head and data are larger than ${ANSWER_LIMITS.json} bytes`);
    if (html.length > ANSWER_LIMITS.html)
      throw new Error(`its HTML is larger than ${ANSWER_LIMITS.html} bytes`);
    return {
      ...factsOf(routeId, facts),
      html: htmlOf(routeId, html),
      data: data.length === 0 ? JsonBytes.of(null) : dataOf(routeId, data),
    };
  };
  return (type: RenderCall, request: unknown, frame: MessageFrame): unknown =>
    type === 'fragment'
      ? pageOf((request as { routeId: string }).routeId, frame)
      : parseAnswer(type, frame.facts, frame.html);
}

/**
 * @param look parses a part; throws when it is invalid.
 * @returns a reader of a part of a route's page. The part is mostly equal for all queries; equal parts are parsed
 * once, and share the value. A part for each answer would also live as long as the answer is cached, and most
 * collections of garbage would be of the whole heap.
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
    const own = copyOf(bytes);
    const part = look(own);
    last.set(route, { bytes: own, part });
    return part;
  };
}

/** @returns the bytes in memory of their own: a small buffer would keep that of others. */
function copyOf(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
