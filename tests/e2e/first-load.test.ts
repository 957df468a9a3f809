import { brotliCompressSync } from 'node:zlib';
import { expect } from 'vitest';
import { SITE_ROUTES } from './site-routes.ts';
import { test } from './site-test.ts';

/** The scripts that hydrate a page, bytes (brotli): their size with some margin, below the limit of 80,000. */
const MOST_BYTES = 76_500;

/** A document, bytes (brotli). */
const MOST_OF_DOCUMENT = 12_500;
const MOST_OF_FONTS = 30_000;
/**
 * Stylesheets and fonts that a document names: all are asked for at once, and without HTTP/2 a browser has six
 * connections to share the line between.
 */
const MOST_FILES = 5;

/** The scripts of a document with their compressed sizes. */
async function scriptsOf(document: string): Promise<[name: string, bytes: number][]> {
  const html = await (await fetch(document)).text();
  const [, json = '{}'] =
    /<script type="application\/json" id="page-data">([^]*?)<\/script>/.exec(html) ?? [];
  const { scripts = [] } = JSON.parse(json) as { scripts?: string[] };
  return Promise.all(
    scripts.map(async (url): Promise<[string, number]> => {
      const headers = { 'accept-encoding': 'br' };
      const answer = await fetch(new URL(url, document), { method: 'HEAD', headers });
      return [url.split('/').at(-1)!.split('.')[0]!, Number(answer.headers.get('content-length'))];
    }),
  );
}

test.for(SITE_ROUTES)(
  '$path hydrates with few bytes of scripts, and loads the scripts of clicks later',
  async ({ path, app }, { siteUrl }) => {
    const scripts = await scriptsOf(siteUrl + path);
    const names = scripts.map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining(['main', 'react', app]));
    expect(names).not.toContain('later');
    const bytes = scripts.reduce((sum, [, size]) => sum + size, 0);
    expect(bytes).toBeGreaterThan(60_000);
    expect({ scripts, over: Math.max(0, bytes - MOST_BYTES) }).toEqual({ scripts, over: 0 });
  },
);

test.for(SITE_ROUTES)('$path has a small document and small fonts', async ({ path }, { siteUrl }) => {
  const html = await (await fetch(siteUrl + path)).text();
  const fonts = [...html.matchAll(/href="([^"]+)" as="font"/g)].map(([, href]) => new URL(href!, siteUrl));
  const sizes = fonts.map(async (url) => (await (await fetch(url)).arrayBuffer()).byteLength);
  const ofFonts = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  const bytes = brotliCompressSync(html).length;
  expect([fonts.length, ofFonts > 20_000]).toEqual([2, true]);
  const over = Math.max(0, bytes - MOST_OF_DOCUMENT, ofFonts - MOST_OF_FONTS);
  expect({ bytes, over }).toEqual({ bytes, over: 0 });
});

test.for(SITE_ROUTES)('$path waits for few files before it is drawn', async ({ path }, { siteUrl }) => {
  const html = await (await fetch(siteUrl + path)).text();
  const files = [...html.matchAll(/<link rel="(?:stylesheet|preload)" href="([^"]+)"/g)].map(
    ([, href]) => href,
  );
  expect(files.length).toBeGreaterThan(2);
  expect({ files, over: Math.max(0, files.length - MOST_FILES) }).toEqual({ files, over: 0 });
});

test('the small stylesheets of islands are in the document, and apply', async ({ visit }) => {
  const { page } = await visit({ at: '/about' });
  const rules = await page
    .locator('style[data-href]')
    .evaluateAll((styles) => styles.map((style) => (style as HTMLStyleElement).sheet?.cssRules.length ?? 0));
  expect(rules.length).toBeGreaterThan(0);
  expect(Math.min(...rules)).toBeGreaterThan(0);
});
