import { REPORT_LIMITS, type ViewReport } from '@voltframe/kit/contract/reports/view-report';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { isCrossSite } from '../../../src/serving/http/cross-site.ts';
import { registerErrorAnswers } from '../../../src/serving/http/error-answers.ts';
import { fastifyOptions } from '../../../src/serving/http/fastify-options.ts';
import { reportRoutes } from '../../../src/observing/reports/report-routes.ts';
import {
  createReportLimits,
  type ReportFrom,
  type ReportRefusal,
} from '../../../src/observing/reports/take-report.ts';

const SITE = 'https://site.example';
const BEACON = { 'content-type': 'text/plain;charset=UTF-8', origin: SITE, 'user-agent': 'Firefox/143.0' };
const report: ViewReport = {
  version: 1,
  composition: 'a'.repeat(32),
  errors: [{ kind: 'event', app: 'docs', message: 'boom', times: 1 }],
};

function site(isOn = true, not?: ReportRefusal) {
  const accepted: [ViewReport, ReportFrom][] = [];
  const app = Fastify({ ...fastifyOptions(), trustProxy: true });
  registerErrorAnswers(app, {} as never);
  void app.register(reportRoutes, {
    take: async (...one) => (accepted.push(one), not),
    limits: createReportLimits(() => 0),
    isOn,
    isForeign: (headers) => isCrossSite(headers, SITE),
  });
  const post = async (payload: string, headers: object = {}, address = '192.0.2.1') => {
    const own = { 'x-forwarded-for': address };
    const answer = await app.inject({
      method: 'POST',
      url: '/-/reports',
      payload,
      headers: { ...BEACON, ...own, ...headers },
    });
    return answer.statusCode;
  };
  return { post, accepted };
}

test('accepts a report with the address and the family of the browser', async () => {
  const { post, accepted } = site();
  expect(await post(JSON.stringify(report))).toBe(204);
  expect(await post(JSON.stringify(report), { 'content-type': 'application/json' })).toBe(204);
  expect(accepted[0]).toEqual([report, { address: '192.0.2.1', browser: 'firefox' }]);
  expect(accepted).toHaveLength(2);
});

test.each<[string, string, object, number]>([
  ['from another site', JSON.stringify(report), { 'sec-fetch-site': 'cross-site' }, 400],
  ['from another origin', JSON.stringify(report), { origin: 'https://evil.example' }, 400],
  [
    'of the earlier format',
    JSON.stringify({ composition: 'a'.repeat(32), app: 'docs', kind: 'hydration' }),
    {},
    400,
  ],
  ['of invalid JSON', 'hello', {}, 400],
  ['of 1 MB', 'x'.repeat(1024 * 1024), {}, 413],
  ['over the limit', 'x'.repeat(REPORT_LIMITS.bodyBytes + 1), {}, 413],
  ['of another type', '<a/>', { 'content-type': 'application/xml' }, 415],
  ['of a visitor with do-not-track', JSON.stringify(report), { dnt: '1' }, 204],
  ['of a visitor with global privacy control', JSON.stringify(report), { 'sec-gpc': '1' }, 204],
])('ignores a report %s', async (_, body, headers, status) => {
  const { post, accepted } = site();
  expect([await post(body, headers), accepted]).toEqual([status, []]);
});

test.each<[ReportRefusal, number]>([
  [{ reason: 'its composition is not known' }, 400],
  ['too many', 429],
])('answers the refusal %j with its status', async (not, status) => {
  expect(await site(true, not).post(JSON.stringify(report))).toBe(status);
});

test('ignores reports when they are off', async () => {
  const { post, accepted } = site(false);
  expect([await post(JSON.stringify(report)), await post('x'), accepted]).toEqual([204, 204, []]);
});

test('limits the reports of a network, independently of others', async () => {
  const { post, accepted } = site();
  const statuses = [];
  for (let index = 0; index < 500; index++) statuses.push(await post(JSON.stringify(report)));
  expect(statuses.filter((status) => status === 429)).toHaveLength(470);
  expect(await post(JSON.stringify(report), {}, '192.0.2.2')).toBe(204);
  expect(accepted).toHaveLength(31);
});
