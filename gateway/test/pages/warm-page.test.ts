import { expect, test } from 'vitest';
import { createEncodedBody } from '../../src/answers/encoded-body.ts';
import type { PageAnswer } from '../../src/pages/page-service.ts';
import type { ServedComposition } from '../../src/compositions/served-composition.ts';
import { createWarmPage } from '../../src/pages/warm-page.ts';

const served = {} as ServedComposition;
const MB = 1024 * 1024;

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

test('a page that redirects or fails has nothing to make small', async () => {
  const warm = createWarmPage({
    document: async () => ({ type: 'redirect', status: 307, byRule: true, to: '/x', headers: {} }),
  });
  await expect((await warm(served, '/old'))()).resolves.toBeUndefined();
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
