import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createEncodedBody } from '../../../src/serving/responses/encoded-body.ts';
import type { PageAnswer } from '../../../src/serving/pages/page-service.ts';
import type { ServedComposition } from '../../../src/serving/compositions/served-composition.ts';
import { createWarmPage } from '../../../src/serving/pages/warm-page.ts';

const served = {} as ServedComposition;
const MB = 1024 * 1024;

/** @returns hexadecimal digits: compressed they take a little more than half. */
function hardlyCompressible(bytes: number): string {
  return createHash('shake256', { outputLength: bytes }).update('page').digest('hex');
}

test.each([
  ['an ordinary page is built again', 1_000, 2],
  ['a page of 8 MB is built again', 8 * MB, 2],
  ['a larger one is built once, and then waits for a visitor', 8 * MB + 1, 1],
])('after the next deploy, %s', async (_, bytes, times) => {
  const built: string[] = [];
  const warm = createWarmPage({
    async document(_served, path): Promise<PageAnswer> {
      built.push(path);
      return {
        type: 'body',
        body: createEncodedBody(Buffer.alloc(bytes), 'quick'),
        cacheable: true,
        headers: {},
      };
    },
  });
  await warm(served, '/blog');
  await warm(served, '/blog');
  expect(built).toHaveLength(times);
});

test.each([
  ['fits into the first flight of a connection', 9_000, 'small', false],
  ['would fit if it were small', 14_500, 'small', true],
  ['does not fit anyway', 20_000, 'small', false],
  ['is not made small', 14_500, 'quick', false],
] as const)('a document that %s is pressing or not', async (_, bytes, effort, expected) => {
  const body = createEncodedBody(hardlyCompressible(bytes), effort);
  const warm = createWarmPage({
    document: async () => ({ type: 'body', body, cacheable: true, headers: {} }),
  });
  expect((await warm(served, '/')).isPressing).toBe(expected);
});

test('a page that redirects or fails has nothing to make small', async () => {
  const warm = createWarmPage({
    document: async () => ({ type: 'redirect', status: 307, byRule: true, to: '/x', headers: {} }),
  });
  const page = await warm(served, '/old');
  expect(page.isPressing).toBe(false);
  await expect(page.shrink()).resolves.toBeUndefined();
});

test('a page that fails on our side is a failure of rendering ahead; one that is not there is none', async () => {
  const warm = (status: number) =>
    createWarmPage({
      document: async () => ({
        type: 'error',
        error: { status, code: 'X', message: 'it broke', fatal: true },
        headers: {},
      }),
    })(served, '/x');
  await expect(warm(500)).rejects.toThrow('it broke');
  await expect(warm(404)).resolves.toBeDefined();
});
