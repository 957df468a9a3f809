import { buildMatcher } from '@voltframe/kit/contract/routing/route-rules';
import { expect, test } from 'vitest';
import type { Failure } from '../../../src/observing/errors/failure-log.ts';
import { createPrerender, MOST_WARM } from '../../../src/serving/pages/prerender.ts';
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
  releases: {},
  composition: {
    apps: { shell: 's', docs: 'd', news: 'n' },
    site: {},
    routes: [route('docs', '/docs'), route('news', '/news'), route('news', '/news/:slug')],
  },
  matcher: buildMatcher({}),
  renderer: {
    paths: async () => [{ path: '/news/one' }, { path: '/news/rendered' }],
    isRendered: async (_: unknown, path: string) => path === '/news/rendered',
  },
} as unknown as ServedComposition;

/** Pages that note each step. */
function playedPages(steps: string[], broken = '') {
  const step = (what: string, path: string): void => {
    if (path === broken) throw new Error(`no ${path}`);
    steps.push(`${what} ${path}`);
  };
  return {
    async document(_: unknown, path: string): Promise<PageAnswer> {
      step('build', path);
      return { type: 'body', body: createEncodedBody('x'), cacheable: true, headers: {} };
    },
    render: async (_: unknown, path: string) => step('render', path),
    shrink: async (_: unknown, path: string) => step('shrink', path),
  };
}

interface Played {
  of?: ServedComposition;
  previous?: ServedComposition;
  isLive?: (steps: string[]) => boolean;
  /** Its page cannot be built. */
  broken?: string;
}

async function stepsOf({ of = served, previous, isLive = () => true, broken }: Played = {}): Promise<
  string[]
> {
  const steps: string[] = [];
  const prerender = createPrerender({
    pages: playedPages(steps, broken),
    isLive: () => isLive(steps),
    sleep: async () => void steps.push('rest'),
  });
  await prerender(of, previous);
  return steps;
}

const FIRST = ['build /docs', 'build /news', 'rest', 'shrink /docs', 'shrink /news'];
const built = (path: string): string[] => [`build ${path}`, `shrink ${path}`];

test('builds the pages of single-page routes, compresses them after a pause, renders the others, and builds those last', async () => {
  const expected = [...FIRST, 'render /news/one', ...built('/news/one'), ...built('/news/rendered')];
  expect(await stepsOf()).toEqual(expected);
});

test('renders no page of an app that has not changed, and builds those that are rendered', async () => {
  expect(await stepsOf({ previous: served })).toEqual([...FIRST, ...built('/news/rendered')]);
});

test('builds no listed page of an app with upstreams, whose data changes', async () => {
  const of = { ...served, releases: { news: { upstreams: { cms: {} } } } } as unknown as ServedComposition;
  expect(await stepsOf({ of })).toEqual([...FIRST, 'render /news/one']);
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
  const steps = [...FIRST, 'render /news/one', ...built('/news/one'), ...built('/news/rendered')];
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
    renderer: { paths: async ({ path }: { path: string }) => [{ path }], isRendered: async () => false },
  } as unknown as ServedComposition;
  const steps = await stepsOf({ of: large });
  expect(steps.filter((step) => step.startsWith('build'))).toHaveLength(MOST_WARM);
  const rendered = steps.filter((step) => step.startsWith('render'));
  expect(rendered).toEqual([`render /docs/${MOST_WARM}`, `render /docs/${MOST_WARM + 1}`]);
});

/** Prerenders a route with this answer twice. @returns the number of its documents, and the reported errors. */
async function prerenderTwice(answer: PageAnswer) {
  const reported: string[] = [];
  const failure = ({ error }: Failure) => reported.push((error as Error).message);
  const routes = [route('docs', '/docs')];
  const of = {
    ...served,
    releases: {},
    composition: { ...served.composition, routes },
    telemetry: { failure },
  };
  let documents = 0;
  const document = async () => (documents++, answer);
  const pages = { ...playedPages([]), document };
  const prerender = createPrerender({ pages, isLive: () => false, sleep: async () => {} });
  for (let deploy = 0; deploy < 2; deploy++) await prerender(of as unknown as ServedComposition, undefined);
  return { documents, reported };
}
const MB = 1024 * 1024;

test.each([
  ['an ordinary page is built again', 1_000, 2],
  ['a page of 8 MB is built again', 8 * MB, 2],
  ['a larger page is not built again', 8 * MB + 1, 1],
])('%s at the next deploy', async (_, bytes, times) => {
  const body = createEncodedBody(Buffer.alloc(bytes));
  const { documents } = await prerenderTwice({ type: 'body', body, cacheable: true, headers: {} });
  expect(documents).toBe(times);
});

test.each<[string, PageAnswer, string[]]>([
  ['reports a page with a server error', errorAnswer(500), ['it broke', 'it broke']],
  ['ignores a missing page', errorAnswer(404), []],
  ['ignores a redirect', { type: 'redirect', status: 307, to: '/x', cache: '', apps: [], headers: {} }, []],
])('%s', async (_, answer, expected) => {
  expect((await prerenderTwice(answer)).reported).toEqual(expected);
});

function errorAnswer(status: number): PageAnswer {
  return { type: 'error', error: { status, code: 'X', message: 'it broke', fatal: true }, headers: {} };
}
