import { parseIslandKey } from '@voltframe/kit/contract/page/island';
import { matchRoute } from '@voltframe/kit/contract/routing/match-route';
import { isTooDeep, normalizePath } from '@voltframe/kit/contract/routing/url-path';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Telemetry } from '../../observing/telemetry/telemetry.ts';
import type { ServedComposition } from '../compositions/served-composition.ts';
import { pathForLog } from '../../platform/secrets/signed-values.ts';
import { pathOf } from './error-answers.ts';

const PAYLOAD = '/_payload.json';
const VERBOSE = ['info', 'debug', 'trace'];
/** Its 503 is an answer, not a failure: a gateway starts, or is about to stop. */
const READY = '/-/ready';

/** @returns whether the log has a line about each request. */
export function logsRequests({ level }: FastifyBaseLogger): boolean {
  return VERBOSE.includes(level);
}

/**
 * Counts, times and logs every answer of the site: one line each with request id, composition and app, on the level
 * `info`; failures of the gateway on `error`. Never a query, an address of a visitor, a body, or the token of a
 * preview.
 */
export function observeRequests(
  app: FastifyInstance,
  telemetry: Pick<Telemetry, 'answered' | 'describe'>,
): void {
  const verbose = logsRequests(app.log);
  app.addHook('onResponse', (request, reply, done) => {
    const kind = kindOf(request);
    const owner = appOf(request, kind);
    const { statusCode: status, elapsedTime: ms } = reply;
    const digest = request.served?.releases[owner]?.digest;
    const bytes = Number(reply.getHeader('content-length') ?? 0);
    telemetry.answered({ kind, app: owner, digest, status, bytes }, ms);
    const composition = request.served?.composition.id;
    // The pattern of a page is already known.
    const route = request.routeOptions.url === '/*' ? undefined : request.routeOptions.url;
    telemetry.describe({ kind, app: owner, release: digest, composition, route }, request.raw);
    const failed = status >= 500 && route !== READY;
    if (verbose || failed) {
      const { method } = request;
      const line = {
        composition,
        app: owner,
        kind,
        method,
        path: pathForLog(pathOf(request)),
        status,
        ms: Math.round(ms),
      };
      request.log[failed ? 'error' : 'info'](line, 'answered');
    }
    done();
  });
}

function kindOf(request: FastifyRequest): string {
  const { kind } = request.routeOptions.config;
  // One route answers pages and their data.
  return kind === 'page' && pathOf(request).endsWith(PAYLOAD) ? 'payload' : (kind ?? 'other');
}

/** The app whose page, file or island is requested; '' for none. Only apps of the composition that answers. */
function appOf(request: FastifyRequest, kind: string): string {
  const { served } = request;
  if (!served) return '';
  if (kind === 'page' || kind === 'payload') return ofPage(served, pathOf(request));
  const { app = '', file = '' } = request.params as { app?: string; file?: string };
  if (kind === 'asset') return Object.hasOwn(served.composition.apps, app) ? app : '';
  if (kind !== 'island') return '';
  const name = parseIslandKey(file.replace(/\.json$/, ''))?.name ?? '';
  const { islands } = served.composition;
  return Object.hasOwn(islands, name) ? islands[name]!.app : '';
}

function ofPage({ composition }: ServedComposition, path: string): string {
  const page = path.endsWith(PAYLOAD) ? path.slice(0, -PAYLOAD.length) || '/' : path;
  if (isTooDeep(page)) return '';
  const normal = normalizePath(page);
  return (normal !== undefined && matchRoute(composition.routes, normal)?.route.app) || '';
}
