import { z } from 'zod';
import { UPSTREAM_LIMITS, UPSTREAM_NAME, upstreamPathIssue } from './upstreams.ts';

/** In the folder of an app; `mfe record` writes it. */
export const RECORDED_SOURCE = 'upstreams.recorded.json';
/** In its release. No content can have this name. */
export const RECORDED_FILE = 'data/@upstreams.recorded.json';

export const MOST_RECORDED = 500;
const MOST_BYTES = 5 * 1024 * 1024;

const recorded = z
  .array(
    z.strictObject({
      upstream: z.string().regex(UPSTREAM_NAME, 'not the name of an upstream'),
      path: z.string().superRefine((path, context) => {
        const message = upstreamPathIssue(path);
        if (message !== undefined) context.addIssue({ code: 'custom', message });
      }),
      query: z.array(z.tuple([z.string(), z.string()])).max(UPSTREAM_LIMITS.query),
      status: z.int().min(200).max(499),
      headers: z.record(z.string().max(100), z.string().max(4_096)),
      text: z.string(),
    }),
  )
  .max(MOST_RECORDED);

/** A recorded upstream response: candidates use it while the upstream does not respond. */
export type RecordedAnswer = z.infer<typeof recorded>[number];

/**
 * @param json of the file, untrusted.
 * @returns the answers. @throws an Error with the place of the first defect.
 */
export function parseRecordedAnswers(json: string): RecordedAnswer[] {
  if (json.length > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES} characters`);
  const parsed = recorded.safeParse(JSON.parse(json));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${issue?.path.join('.')}: ${issue?.message}`);
}
