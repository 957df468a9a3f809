import { expect, test } from 'vitest';
import { allowedOf, allowedSources, refusedSources } from '../../../src/platform/settings/allowed-sources.ts';

const A = 'https://a.example';
const B = 'https://b.example';

test.each([
  [`blog img-src ${A}`, true],
  [`* img-src ${A}`, true],
  [`  legal img-src ${A} ,blog   img-src  ${A},`, true],
  [`blog frame-src ${A}`, false],
  [`legal img-src ${A}`, false],
  [`blog img-src ${B}`, false],
  ['', false],
])('%j lets the blog show images of a.example: %s', (text, expected) => {
  expect(allowedSources.parse(text)('blog', 'img-src', A)).toBe(expected);
});

test.each(['blog', `blog style-src ${A}`, 'blog img-src *', `Blog img-src ${A}`, `blog img-src ${A} ${B}`])(
  'a malformed entry is refused: %s',
  (text) => {
    expect(allowedSources.safeParse(text).error!.issues).toMatchObject([
      { message: expect.stringContaining(`"${text}"`) },
    ]);
  },
);

test('WebAssembly and workers of a page are allowed to an app like origins', () => {
  const allows = allowedSources.parse("blog script-src 'wasm-unsafe-eval', blog worker-src blob:");
  expect(allows('blog', 'script-src', "'wasm-unsafe-eval'")).toBe(true);
  expect(allows('blog', 'worker-src', 'blob:')).toBe(true);
  expect(allows('legal', 'worker-src', 'blob:')).toBe(false);
});

test('a refused source is reported with the entry that would allow it, and left out', () => {
  const sources = { 'img-src': [A, B], 'frame-src': [B] };
  const allows = allowedSources.parse(`blog img-src ${A}`);
  expect(refusedSources('blog', sources, allows).map(({ entry }) => entry)).toEqual([
    `blog img-src ${B}`,
    `blog frame-src ${B}`,
  ]);
  expect(allowedOf('blog', sources, allows)).toEqual({ 'img-src': [A], 'frame-src': [] });
});
