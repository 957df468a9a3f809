import { FIGURES_URL, type SiteFigures } from '@voltframe/kit/contract/page/site-figures';
import type { FastifyInstance } from 'fastify';
import { gatewayErrors } from '../../../platform/errors.ts';
import { CACHE } from '../../responses/cache-policy.ts';
import { createEncodedBody, type EncodedBody } from '../../responses/encoded-body.ts';
import { sendBody, TYPES } from '../send-body.ts';

/** Time in ms for which computed figures are reused, whatever the number of requests. */
const KEPT_MS = 60_000;

/**
 * The public figures of the site (docs/behaviour.md 8.10).
 * @param read computes them; undefined before the first activation. @param now ms since the epoch.
 */
export function registerFigures(
  app: FastifyInstance,
  read: () => Promise<SiteFigures> | undefined,
  now: () => number,
): void {
  let kept: { at: number; body: Promise<EncodedBody> } | undefined;
  app.get(FIGURES_URL, async (request, reply) => {
    const at = now();
    if (!kept || at - kept.at >= KEPT_MS) {
      const figures = read();
      if (!figures) throw gatewayErrors.NO_COMPOSITION();
      kept = { at, body: figures.then((value) => createEncodedBody(JSON.stringify(value))) };
    }
    return sendBody(request, reply, await kept.body, { type: TYPES.json, cache: CACHE.minute });
  });
}
