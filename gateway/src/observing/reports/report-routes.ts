import { REPORT_LIMITS } from '@voltframe/kit/contract/reports/view-report';
import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { browserFamily, parseReport, type ReportLimits, type TakeReport } from './take-report.ts';

export interface ReportOptions {
  take: TakeReport;
  limits: Pick<ReportLimits, 'admit'>;
  /** Whether reports are accepted. */
  isOn: boolean;
  /** @returns whether a page of another site sent the request. */
  isForeign(headers: FastifyRequest['headers']): boolean;
}

const NO_CONTENT = 204;
const TYPES = ['text/plain', 'application/json'];
/** Text, which `parseReport` reads with its limits. */
const body = z.string().nullish();

/**
 * `POST /-/reports`: the report of a page (kit/src/contract/reports/view-report.ts), as text (sendBeacon). The response
 * has no body. Checks that do not need the body run before it is read.
 */
export const reportRoutes: FastifyPluginAsyncZod<ReportOptions> = async (app, options) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(TYPES, { parseAs: 'string' }, (_request, text, done) => done(null, text));
  app.post(
    '/-/reports',
    {
      schema: { body },
      config: { kind: 'platform', errors: 'json' },
      bodyLimit: REPORT_LIMITS.bodyBytes,
      onRequest: async (request, reply) => admit(request, reply, options),
    },
    async (request, reply) => {
      const parsed = parseReport(request.body);
      if (!parsed.ok) throw opsErrors.REPORT_INVALID({ reason: parsed.reason });
      const from = { address: request.ip, browser: browserFamily(request.headers['user-agent']) };
      const not = await options.take(parsed.report, from);
      if (not === 'too many') throw opsErrors.REPORT_TOO_MANY();
      if (not) throw opsErrors.REPORT_INVALID(not);
      return nothing(reply);
    },
  );
};

async function admit(
  { headers, ip }: FastifyRequest,
  reply: FastifyReply,
  { limits, isOn, isForeign }: ReportOptions,
): Promise<FastifyReply | undefined> {
  // Do Not Track and Global Privacy Control are honoured for every sender.
  if (!isOn || headers.dnt === '1' || headers['sec-gpc'] === '1') return nothing(reply);
  // Visitors of another site must not fill the groups of errors.
  if (isForeign(headers)) throw opsErrors.REPORT_INVALID({ reason: 'it was sent by another site' });
  if (!limits.admit(ip)) throw opsErrors.REPORT_TOO_MANY();
  return undefined;
}

function nothing(reply: FastifyReply): FastifyReply {
  return reply.code(NO_CONTENT).header('cache-control', 'no-store').send();
}
