import { buildMatcher } from '@voltframe/kit/contract/routing/route-rules';
import { expect, test } from 'vitest';
import type { Failure } from '../../../src/observing/errors/failure-log.ts';
import { createWarmPage, MOST_WARM, prerender } from '../../../src/serving/pages/prerender.ts';
import type { ServedComposition } from '../../../src/serving/compositions/served-composition.ts';
import { createEncodedBody } from '../../../src/serving/responses/encoded-body.ts';
import type { PageAnswer } from '../../../src/serving/pages/page-service.ts';

const route = (app: string, path: string) => ({
  app,
  path,
  id: path,
  prerender: true,
  guards: [],
  query: [],
});
const served = {
  composition: {
    apps: { shell: 's', docs: 'd', news: 'n' },
    routes: [route('docs', '/docs'), route('news', '/news'), route('news', '/news/:slug')],
  },
  matcher: buildMatcher({}),
  renderer: { paths: async () => [{ path: '/news/one' }] },
} as unknown as ServedComposition;

async function stepsOf(isLive: (steps: string[]) => boolean): Promise<string[]> {
  const steps: string[] = [];
  await prerender(served, undefined, {
    async warm(_, path) {
      steps.push(`build ${path}`);
      return { shrink: async () => void steps.push(`shrink ${path}`) };
    },
    render: async (_, path) => void steps.push(`render ${path}`),
    isLive: () => isLive(steps),
    sleep: async () => void steps.push('rest'),
  });
  return steps;
}

test('builds the pages of single-page routes first, compresses them after a pause, and then renders the others', async () => {
  expect(await stepsOf(() => true)).toEqual([
    'build /docs',
    'build /news',
    'rest',
    'shrink /docs',
    'shrink /news',
    'render /news/one',
  ]);
});

test('stops after the pause when the composition is not live any more', async () => {
  expect(await stepsOf((steps) => !steps.includes('rest'))).toEqual(['build /docs', 'build /news', 'rest']);
});

test('reports a failed page with its route, and continues with the others', async () => {
  const reported: string[] = [];
  const steps: string[] = [];
  const fails = async (path: string) => {
    throw new Error(`no ${path}`);
  };
  const failing = {
    ...served,
    releases: { docs: { digest: 'd' }, news: { digest: 'n' } },
    telemetry: {
      failure: ({ kind, app, digest, what, error }: Failure) =>
        reported.push(`${kind} ${app}@${digest} ${what}: ${(error as Error).message}`),
    },
  } as unknown as ServedComposition;
  await prerender(failing, undefined, {
    warm: async (_, path) =>
      path === '/docs' ? fails(path) : { shrink: async () => void steps.push(`shrink ${path}`) },
    render: (_, path) => fails(path),
    isLive: () => true,
    sleep: async () => {},
  });
  expect(reported).toEqual(['ahead docs@d /docs: no /docs', 'ahead news@n /news/:slug: no /news/one']);
  expect(steps).toEqual(['shrink /news']);
});

test('builds a limited number of documents, and renders the other pages', async () => {
  const routes = Array.from({ length: MOST_WARM + 2 }, (_, index) => route('docs', `/docs/${index}`));
  const large = {
    ...served,
    composition: { ...served.composition, routes },
    renderer: { paths: async ({ path }: { path: string }) => [{ path }] },
  } as unknown as ServedComposition;
  const [built, rendered]: [string[], string[]] = [[], []];
  await prerender(large, undefined, {
    async warm(_, path) {
      built.push(path);
      return undefined;
    },
    render: async (_, path) => void rendered.push(path),
    isLive: () => true,
    sleep: async () => {},
  });
  expect(built).toHaveLength(MOST_WARM);
  expect(rendered).toEqual([`/docs/${MOST_WARM}`, `/docs/${MOST_WARM + 1}`]);
});

const MB = 1024 * 1024;

test.each([
  ['an ordinary page is built again', 1_000, 2],
  ['a page of 8 MB is built again', 8 * MB, 2],
  ['a larger page is not built again', 8 * MB + 1, 1],
])('%s at the next deploy', async (_, bytes, times) => {
  const built: string[] = [];
  const warm = createWarmPage({
    async document(_served, path): Promise<PageAnswer> {
      built.push(path);
      return {
        type: 'body',
        body: createEncodedBody(Buffer.alloc(bytes)),
        cacheable: true,
        headers: {},
      };
    },
  });
  await warm(served, '/blog');
  await warm(served, '/blog');
  expect(built).toHaveLength(times);
});

test('builds no document for a redirect', async () => {
  const warm = createWarmPage({
    document: async () => ({ type: 'redirect', status: 307, byRule: true, to: '/x', headers: {} }),
  });
  expect(await warm(served, '/old')).toBeUndefined();
});

test('rejects for a page with a server error, and ignores a missing page', async () => {
  const warm = (status: number) =>
    createWarmPage({
      document: async () => ({
        type: 'error',
        error: { status, code: 'X', message: 'it broke', fatal: true },
        headers: {},
      }),
    })(served, '/x');
  await expect(warm(500)).rejects.toThrow('it broke');
  await expect(warm(404)).resolves.toBeUndefined();
});
