import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CACHE, createSharedCaches } from '../../../src/serving/responses/cache-policy.ts';
import { shellRelease } from '../../fixtures/fixture-release.ts';
import { startTestGateway } from '../../fixtures/test-gateway.ts';
import { settingsOf } from '../../platform/settings/settings-of.ts';

/** The proxy configurations of docs/front/; `npm run test:front` starts them. */
const read = (file: string): string =>
  readFileSync(new URL(`../../../../docs/${file}`, import.meta.url), 'utf8').replaceAll(
    /(?<=^|\s)#.*$/gm,
    '',
  );
const HEADERS = Object.keys(createSharedCaches(60_000)(CACHE.revalidate, ['blog']));

/** @returns the seconds of a setting: `keepalive 60s` */
function secondsOf(text: string, setting: string): number {
  const [, seconds] = new RegExp(`${setting}(?: =)? (\\d+)s`).exec(text) ?? [];
  return Number(seconds);
}

describe('a documented front', () => {
  test('closes idle connections before the gateway, and waits longer than a page may take', async () => {
    const { server } = (await startTestGateway([shellRelease()])).app;
    const [caddy, nginx, varnish] = ['Caddyfile', 'nginx.conf', 'varnish.vcl'].map((file) =>
      read(`front/${file}`),
    );
    const idle = [secondsOf(caddy!, '\\bkeepalive'), secondsOf(nginx!, '\\n {4}keepalive_timeout')];
    for (const seconds of idle) expect(seconds * 1_000).toBeLessThan(server.keepAliveTimeout);
    const patience = [
      secondsOf(caddy!, 'response_header_timeout'),
      secondsOf(nginx!, 'proxy_read_timeout'),
      secondsOf(varnish!, 'first_byte_timeout'),
    ];
    const { timeoutMs } = settingsOf({}).render;
    for (const seconds of patience) expect(seconds * 1_000).toBeGreaterThan(timeoutMs);
  });

  test.each(HEADERS)('handles the header %s, which the documents name', (header) => {
    const silent = ['front/varnish.vcl', 'caches.md', 'http.md'].filter(
      (file) => !read(file).includes(header),
    );
    expect(silent).toEqual([]);
  });
});
