import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { createSeenTwice, smallStylesheets } from '../../../src/serving/compositions/served-composition.ts';

test('createSeenTwice bounds the memory of long keys', () => {
  const seenTwice = createSeenTwice();
  seenTwice('first');
  for (let n = 0; n < 100; n++) seenTwice(`${n} ${'x'.repeat(8_000)}`);
  expect(seenTwice('first')).toBe(false);
});

const ROUTE = {
  id: 'blog.list',
  path: '/blog',
  app: 'blog',
  expose: 'list',
  query: [],
  js: [],
  guards: [],
  prerender: false,
};

/** @returns the addresses of the part's stylesheets that documents bring along. @param sheets name → text */
async function small(sheets: Record<string, string>, part: 'page' | 'island' = 'island'): Promise<string[]> {
  const names = Object.keys(sheets);
  const files = names.map((name) => [`client/${name}`, { sha256: name, bytes: sheets[name]!.length }]);
  const css = names.map((name) => `/assets/blog/${name}`);
  const found = await smallStylesheets(
    part === 'island'
      ? { islands: { Card: { app: 'blog', css } }, routes: [] }
      : { islands: {}, routes: [{ ...ROUTE, css }] },
    { blog: { files: Object.fromEntries(files) } },
    { get: async (sha256) => (sha256 in sheets ? Buffer.from(sheets[sha256]!) : undefined) },
  );
  for (const [href, { text, hash }] of found) {
    expect(text).toBe(sheets[href.slice('/assets/blog/'.length)]);
    expect(hash).toBe(createHash('sha256').update(text).digest('base64'));
  }
  return [...found.keys()];
}

test.each([
  ['island', 5_000],
  ['page', 12_500],
] as const)('inlines the stylesheets of an %s up to %i bytes', async (part, most) => {
  const sheets = { 'a.css': '.a{}', 'b.css': '.b{}'.padEnd(most), 'c.css': '.c{}'.padEnd(most + 1) };
  expect(await small(sheets, part)).toEqual(['/assets/blog/a.css', '/assets/blog/b.css']);
});

test('reads a stylesheet once that many pages have', async () => {
  const get = vi.fn<(sha256: string) => Promise<Buffer>>(async () => Buffer.from('.a{}'));
  const routes = Array.from({ length: 50 }, () => ({ ...ROUTE, css: ['/assets/blog/a.css'] }));
  const releases = { blog: { files: { 'client/a.css': { sha256: 'a', bytes: 4 } } } };
  const found = await smallStylesheets({ islands: {}, routes }, releases, { get });
  expect([found.size, get.mock.calls.length]).toEqual([1, 1]);
});

test.each(['.a::before{content:"</STYLE>"}', '.a{background:url(a.svg)}', '@import "b.css";', '.a{}\r\n'])(
  'leaves %j in its file',
  async (text) => {
    expect(await small({ 'a.css': text })).toEqual([]);
  },
);

test('leaves a stylesheet whose file is missing to the browser', async () => {
  const found = await smallStylesheets(
    { islands: { Card: { app: 'blog', css: ['/assets/blog/a.css', '/assets/blog/b.css'] } }, routes: [] },
    { blog: { files: { 'client/a.css': { sha256: 'a', bytes: 4 } } } },
    { get: async () => undefined },
  );
  expect(found.size).toBe(0);
});
