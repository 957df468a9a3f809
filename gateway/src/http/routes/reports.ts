import { APP_NAME } from '@voltframe/kit/contract/release/release-names';
import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CACHE } from '../../answers/cache-policy.ts';
import { COMPOSITION_ID } from '@voltframe/kit/contract/release/composition';
import { isCrossSite } from '../cross-site.ts';
import type { Report, Reports } from '../../activation/browser-reports.ts';
import type { Site } from '../../compositions/site.ts';

const BODY_BYTES = 2048;
const NO_CONTENT = 204;

const report = z.strictObject({
  composition: z.string().regex(COMPOSITION_ID, 'is not the id of a composition'),
  app: z.string().regex(APP_NAME, 'is not the name of an app'),
  kind: z.enum(['hydration', 'chunk']),
});

/** `POST /-/reports`: what shell/src/builds/report.ts sends, as text (sendBeacon) or JSON. The answer says nothing. */
export function registerReports(app: FastifyInstance, site: Site, reports: Reports): void {
  app.post('/-/reports', { bodyLimit: BODY_BYTES }, async (request, reply) => {
    const siteUrl = site.live()?.composition.site.url;
    // Another site's visitors must not be able to vote a release down.
    if (siteUrl !== undefined && isCrossSite(request.headers, siteUrl))
      throw opsErrors.REPORT_INVALID({ reason: 'it was sent by another site' });
    const parsed = parseReport(request.body);
    if (!(await reports.take(parsed, request.ip))) throw opsErrors.REPORT_TOO_MANY();
    return reply.code(NO_CONTENT).header('cache-control', CACHE.never).send();
  });
}

function parseReport(body: unknown): Report {
  const parsed = report.safeParse(typeof body === 'string' ? parseJson(body) : body);
  if (parsed.success) return parsed.data;
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
