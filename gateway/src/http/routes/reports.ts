import { APP_NAME } from '@voltframe/kit/contract/release/release-names';
import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { BROWSER_ERROR_KINDS, REPORT_LIMITS } from '@voltframe/kit/contract/reports/view-report';
import { CACHE } from '../../answers/cache-policy.ts';
import { COMPOSITION_ID } from '@voltframe/kit/contract/release/composition';
import { isCrossSite } from '../cross-site.ts';
import type { Report, Reports } from '../../activation/browser-reports.ts';
import type { Site } from '../../compositions/site.ts';

const BODY_BYTES = REPORT_LIMITS.bodyBytes;
const NO_CONTENT = 204;

const error = z.object({
  kind: z.enum(BROWSER_ERROR_KINDS),
  app: z.string().regex(APP_NAME, 'is not the name of an app'),
});
/** Of pages that are still open from before. */
const earlier = z.strictObject({
  composition: z.string().regex(COMPOSITION_ID, 'is not the id of a composition'),
  app: z.string().regex(APP_NAME, 'is not the name of an app'),
  kind: z.enum(['hydration', 'chunk']),
});
const report = z.object({
  version: z.literal(2),
  composition: z.string().regex(COMPOSITION_ID, 'is not the id of a composition'),
  errors: z.array(error).max(REPORT_LIMITS.errors).default([]),
});

/** `POST /-/reports`: what shell/src/reports/ sends, as text (sendBeacon) or JSON. The answer says nothing. */
export function registerReports(app: FastifyInstance, site: Site, reports: Reports): void {
  app.post('/-/reports', { bodyLimit: BODY_BYTES }, async (request, reply) => {
    const siteUrl = site.live()?.composition.site.url;
    // Another site's visitors must not be able to vote a release down.
    if (siteUrl !== undefined && isCrossSite(request.headers, siteUrl))
      throw opsErrors.REPORT_INVALID({ reason: 'it was sent by another site' });
    for (const failure of parseReport(request.body))
      if (!(await reports.take(failure, request.ip))) throw opsErrors.REPORT_TOO_MANY();
    return reply.code(NO_CONTENT).header('cache-control', CACHE.never).send();
  });
}

/** @returns what may be the fault of a release as a whole: pages that do not come to life, code that does not come */
function failuresOf({ composition, errors }: z.infer<typeof report>): Report[] {
  const kinds = { hydration: 'hydration', render: 'hydration', chunk: 'chunk' } as const;
  return errors.flatMap(({ kind, app }) =>
    kind in kinds ? { composition, app, kind: kinds[kind as keyof typeof kinds] } : [],
  );
}

function parseReport(body: unknown): Report[] {
  const said = typeof body === 'string' ? parseJson(body) : body;
  const parsed = report.safeParse(said);
  if (parsed.success) return failuresOf(parsed.data);
  const old = earlier.safeParse(said);
  if (old.success) return [old.data];
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim());
  throw opsErrors.REPORT_INVALID({ reason: issues.join('; ') });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
