import { brotliCompressSync } from 'node:zlib';
import { expect } from 'vitest';
import { SITE_ROUTES } from './site-routes.ts';
import { test } from './site-test.ts';

/** Limits of a page, bytes (brotli). */
const MOST = {
  /** The scripts that hydrate it: their size with some margin, below the limit of 80,000. */
  scripts: 76_000,
  document: 12_500,
  fonts: 23_000,
  /**
   * Number of stylesheets and fonts that a document names: all are asked for at once, and without HTTP/2 a browser has
   * six connections to share the line between.
   */
  files: 5,
};

test.for(SITE_ROUTES)(
  '$path hydrates with few bytes of scripts, in a small document with few files and small fonts',
  async ({ path, app }, { siteUrl }) => {
    const html = await (await fetch(siteUrl + path)).text();
    const named = (pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([, url]) => url!);
    const wireBytes = async (urls: string[]): Promise<number> => {
      const init = { method: 'HEAD', headers: { 'accept-encoding': 'br' } };
      const answers = await Promise.all(urls.map((url) => fetch(new URL(url, siteUrl), init)));
      return answers.reduce((sum, { headers }) => sum + Number(headers.get('content-length')), 0);
    };
    const [data = '{}'] = named(/<script type="application\/json" id="page-data">([^]*?)<\/script>/g);
    const { scripts = [] } = JSON.parse(data) as { scripts?: string[] };
    const names = scripts.map((url) => url.split('/').at(-1)!.split('.')[0]!);
    expect(names).toEqual(expect.arrayContaining(['main', 'react', app]));
    // The scripts of clicks load later.
    expect(names).not.toContain('later');
    const fonts = named(/href="([^"]+)" as="font"/g);
    const measured = {
      scripts: await wireBytes(scripts),
      document: brotliCompressSync(html).length,
      fonts: await wireBytes(fonts),
      files: named(/<link rel="(?:stylesheet|preload)" href="([^"]+)"/g).length,
    };
    expect(measured.scripts).toBeGreaterThan(60_000);
    expect([fonts.length, measured.fonts > 10_000, measured.files > 2]).toEqual([2, true, true]);
    const over = (Object.keys(MOST) as (keyof typeof MOST)[]).filter((what) => measured[what] > MOST[what]);
    expect({ ...measured, over }).toEqual({ ...measured, over: [] });
  },
);

test('the small stylesheets of page and islands are in the document, and apply', async ({ visit }) => {
  const { page } = await visit({ at: '/about' });
  const rules = await page
    .locator('style[data-href]')
    .evaluateAll((styles) => styles.map((style) => (style as HTMLStyleElement).sheet?.cssRules.length ?? 0));
  // About: its page, and the islands of the frame.
  expect(rules.length).toBeGreaterThan(1);
  expect(Math.min(...rules)).toBeGreaterThan(0);
});
