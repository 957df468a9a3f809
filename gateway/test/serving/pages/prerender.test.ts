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

interface Played {
  of?: ServedComposition;
  isLive?: (steps: string[]) => boolean;
  /** Its page cannot be built. */
  broken?: string;
}

async function stepsOf({ of = served, isLive = () => true, broken }: Played = {}): Promise<string[]> {
  const steps: string[] = [];
  const step = async (what: string, path: string): Promise<void> => {
    if (path === broken) throw new Error(`no ${path}`);
    steps.push(`${what} ${path}`);
  };
  await prerender(of, undefined, {
    async warm(_, path) {
      await step('build', path);
      return { shrink: () => step('shrink', path) };
    },
    render: (_, path) => step('render', path),
    isLive: () => isLive(steps),
    sleep: async () => void steps.push('rest'),
  });
  return steps;
}

test('builds the pages of single-page routes first, compresses them after a pause, and then renders the others', async () => {
  expect(await stepsOf()).toEqual([
    'build /docs',
    'build /news',
    'rest',
    'shrink /docs',
    'shrink /news',
    'render /news/one',
  ]);
});

test('stops after the pause when the composition is not live any more', async () => {
  const isLive = (steps: string[]) => !steps.includes('rest');
  expect(await stepsOf({ isLive })).toEqual(['build /docs', 'build /news', 'rest']);
});

test('reports a failed page with its route, and continues with the others', async () => {
  const reported: string[] = [];
  const of = {
    ...served,
    releases: { docs: { digest: 'd' }, news: { digest: 'n' } },
    telemetry: {
      failure: ({ kind, app, digest, what, error }: Failure) =>
        reported.push(`${kind} ${app}@${digest} ${what}: ${(error as Error).message}`),
    },
  } as unknown as ServedComposition;
  const steps = ['build /docs', 'build /news', 'rest', 'shrink /docs', 'shrink /news', 'render /news/one'];
  const without = (path: string) => steps.filter((step) => !step.endsWith(` ${path}`));
  expect(await stepsOf({ of, broken: '/docs' })).toEqual(without('/docs'));
  expect(await stepsOf({ of, broken: '/news/one' })).toEqual(without('/news/one'));
  expect(reported).toEqual(['ahead docs@d /docs: no /docs', 'ahead news@n /news/:slug: no /news/one']);
});

test('builds a limited number of documents, and renders the other pages', async () => {
  const routes = Array.from({ length: MOST_WARM + 2 }, (_, index) => route('docs', `/docs/${index}`));
  const large = {
    ...served,
    composition: { ...served.composition, routes },
    renderer: { paths: async ({ path }: { path: string }) => [{ path }] },
  } as unknown as ServedComposition;
  const steps = await stepsOf({ of: large });
  expect(steps.filter((step) => step.startsWith('build'))).toHaveLength(MOST_WARM);
  const rendered = steps.filter((step) => step.startsWith('render'));
  expect(rendered).toEqual([`render /docs/${MOST_WARM}`, `render /docs/${MOST_WARM + 1}`]);
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
