import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { CACHE } from '../../answers/cache-policy.ts';
import type { Site } from '../../compositions/site.ts';

const PATH = '/-/live-composition';
const LOOK_MS = 50;

/** Goes at the end of the inline bootstrap while developing: the page loads again when something newer is live. */
export const LIVE_RELOAD_SCRIPT = `
;new EventSource('${PATH}').onmessage = ({ data }) => data === platformBoot.data.composition || location.reload();`;

/** Tells open pages what is live, as server-sent events (HTML §9.2). Only while developing (`DEV=1`). */
export function registerLiveReload(app: FastifyInstance, site: Site): void {
  const open = new Map<ServerResponse, string | undefined>();
  const tell = (): void => {
    const id = site.live()?.composition.id;
    for (const [response, told] of open) {
      if (id === undefined || id === told) continue;
      open.set(response, id);
      response.write(`data: ${id}\n\n`);
    }
  };
  const looking = setInterval(tell, LOOK_MS).unref();
  app.addHook('preClose', (done) => {
    clearInterval(looking);
    for (const response of open.keys()) response.end();
    done();
  });
  app.get(PATH, (_, reply) => {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': CACHE.never });
    raw.once('close', () => open.delete(raw));
    open.set(raw, undefined);
    tell();
  });
}
