import { expect } from 'vitest';
import { SITE_ROUTES } from './site-routes.ts';
import { test } from './site-test.ts';

/** The lowest size limit of large social networks. */
const MOST_BYTES = 300_000;

test('every page names its own picture for networks, which exists', async ({ siteUrl }) => {
  const pictures: string[] = [];
  for (const { path } of SITE_ROUTES) {
    const html = await (await fetch(siteUrl + path)).text();
    const [, address = ''] = /<meta [^>]*property="og:image" content="([^"]+)"/.exec(html) ?? [];
    // The configured address of the site is not the address of this test.
    const picture = await fetch(siteUrl + new URL(address, siteUrl).pathname);
    const { byteLength } = await picture.arrayBuffer();
    expect([path, picture.status, picture.headers.get('content-type')]).toEqual([path, 200, 'image/png']);
    // Other sites may show it.
    expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(byteLength).toBeLessThan(MOST_BYTES);
    pictures.push(address);
  }
  expect(new Set(pictures).size).toBe(pictures.length);
});

test('every document names the icon for phones, the colours of the browser and the feed', async ({
  siteUrl,
}) => {
  for (const { path } of [...SITE_ROUTES, { path: '/nowhere' }]) {
    const html = await (await fetch(siteUrl + path)).text();
    expect(html).toMatch(/<link rel="apple-touch-icon" href="\/assets\/shell\/touch-icon\.[0-9a-f]+\.png">/);
    expect(html.match(/<meta data-head name="theme-color"[^>]* media="[^"]*(light|dark)\)"/g)).toHaveLength(
      2,
    );
    expect(html.match(/type="application\/atom\+xml"[^>]*href="[^"]*\/blog\/feed\.xml"/g)).toHaveLength(1);
  }
  for (const path of ['/favicon.ico', '/apple-touch-icon.png']) {
    const icon = await fetch(siteUrl + path);
    expect([path, icon.status, icon.headers.get('content-type')]).toEqual([path, 200, 'image/png']);
  }
});
