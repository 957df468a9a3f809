import type { RequestListener } from 'node:http';
import { rawHeader } from './raw-header.ts';

interface ServiceWorkerOptions {
  /** Headers of every answer, by name. */
  headers(): Readonly<Record<string, string>>;
  /** Called for every answer. */
  answered(status: number, bytes: number): void;
}

/** A worker that replaces another one and removes itself. The pages that it controls go on without a worker. */
const REMOVAL = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.registration.unregister()));
`;

/**
 * A service worker of a release would answer the pages of all apps, also after a rollback. Browsers mark each request
 * for the script of a worker, the first one and each check for an update (Service Workers, "Service-Worker" header).
 * @returns answers such a request with a script that removes the worker, whatever its address is; passes others to
 *   `next`.
 */
export function createServiceWorkerRemoval(
  { headers, answered }: ServiceWorkerOptions,
  next: RequestListener,
): RequestListener {
  return (request, response) => {
    if (rawHeader(request.rawHeaders, 'service-worker') === undefined) return next(request, response);
    response.writeHead(200, {
      ...headers(),
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': REMOVAL.length,
      'cache-control': 'no-store',
      // A check fails for a worker whose scope is wider than the folder of its script, and the worker stays.
      'service-worker-allowed': '/',
    });
    response.end(REMOVAL);
    answered(200, REMOVAL.length);
  };
}
