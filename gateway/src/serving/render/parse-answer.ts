import { z } from 'zod';
import { isFields } from '@voltframe/kit/contract/names';
import type { Head } from '@voltframe/kit/contract/page/head';
import { assertBounded } from '../../platform/runtime/json-bounds.ts';
import { isDeeper } from '../responses/page-bytes.ts';
import type { FragmentFacts, RenderCall, RenderCalls } from './protocol.ts';

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
  // A list of 100,000 paths.
  paths: { bytes: 16 * 1024 * 1024, values: 300_100 },
  resource: { bytes: ANSWER_LIMITS.body },
};
const MAX_ISLANDS = 200;
const MAX_INPUTS = 2_000;
const MAX_PATHS = 100_000;

const short = z.string().max(200);
const line = z.string().max(4_096);
const status = z.int().min(100).max(599);
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
    z.object({ type: z.literal('redirect'), to: line, external: z.boolean() }),
    pageError,
  ]),
  paths: z.array(z.object({ path: z.string().max(2_048), updated: short.optional() })).max(MAX_PATHS),
  resource: z.object({ type: short, body: z.string().max(ANSWER_LIMITS.body), inputs }),
} satisfies Record<RenderCall, z.ZodType>;

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
