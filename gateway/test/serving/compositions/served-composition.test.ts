import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSeenTwice, smallStylesheets } from '../../../src/serving/compositions/served-composition.ts';

test('createSeenTwice bounds the memory of long keys', () => {
  const seenTwice = createSeenTwice();
  seenTwice('first');
  for (let n = 0; n < 100; n++) seenTwice(`${n} ${'x'.repeat(8_000)}`);
  expect(seenTwice('first')).toBe(false);
});

/** @returns the addresses of the island's stylesheets that documents bring along. @param sheets name → text */
async function small(sheets: Record<string, string>): Promise<string[]> {
  const names = Object.keys(sheets);
  const files = names.map((name) => [`client/${name}`, { sha256: name, bytes: sheets[name]!.length }]);
  const found = await smallStylesheets(
    { Card: { app: 'blog', css: names.map((name) => `/assets/blog/${name}`) } },
    { blog: { files: Object.fromEntries(files) } },
    { get: async (sha256) => (sha256 in sheets ? Buffer.from(sheets[sha256]!) : undefined) },
  );
  for (const [href, { text, hash }] of found) {
    expect(text).toBe(sheets[href.slice('/assets/blog/'.length)]);
    expect(hash).toBe(createHash('sha256').update(text).digest('base64'));
  }
  return [...found.keys()];
}

test('inlines the stylesheets of islands up to 2,000 bytes', async () => {
  const sheets = { 'a.css': '.a{}', 'b.css': '.b{}'.padEnd(5_000), 'c.css': '.c{}'.padEnd(5_001) };
  expect(await small(sheets)).toEqual(['/assets/blog/a.css', '/assets/blog/b.css']);
});

test.each(['.a::before{content:"</STYLE>"}', '.a{background:url(a.svg)}', '@import "b.css";', '.a{}\r\n'])(
  'leaves %j in its file',
  async (text) => {
    expect(await small({ 'a.css': text })).toEqual([]);
  },
);

test('leaves a stylesheet whose file is missing to the browser', async () => {
  const found = await smallStylesheets(
    { Card: { app: 'blog', css: ['/assets/blog/a.css', '/assets/blog/b.css'] } },
    { blog: { files: { 'client/a.css': { sha256: 'a', bytes: 4 } } } },
    { get: async () => undefined },
  );
  expect(found.size).toBe(0);
});
