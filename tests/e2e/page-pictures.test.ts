import { expect } from 'vitest';
import { SITE_ROUTES } from './site-routes.ts';
import { test } from './site-test.ts';

/** The strictest of the large networks takes no more. */
const MOST_BYTES = 300_000;

test('every page names a picture of its own for networks, which is there', async ({ siteUrl }) => {
  const pictures: string[] = [];
  for (const { path } of SITE_ROUTES) {
    const html = await (await fetch(siteUrl + path)).text();
    const [, address = ''] = /<meta [^>]*property="og:image" content="([^"]+)"/.exec(html) ?? [];
    // The site has another address for visitors than for this test.
    const picture = await fetch(siteUrl + new URL(address, siteUrl).pathname);
    const { byteLength } = await picture.arrayBuffer();
    expect([path, picture.status, picture.headers.get('content-type')]).toEqual([path, 200, 'image/png']);
    expect(byteLength).toBeLessThan(MOST_BYTES);
    pictures.push(address);
  }
  expect(new Set(pictures).size).toBe(pictures.length);
});
