import { lateToken } from '@voltframe/kit/contract/page/late-tokens';
import type { RouteBudget } from '@voltframe/kit/contract/release/budget';
import {
  createServedComposition,
  type ServedComposition,
} from '../../../src/serving/compositions/served-composition.ts';
import { createRenderCache } from '../../../src/serving/render/render-cache.ts';
import type { RenderProcess } from '../../../src/serving/render/render-process.ts';
import type { BlobStore } from '../../../src/platform/blobs/blob-store.ts';
import { composed } from '../../fixtures/composed.ts';
import { remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';
import { testFolder } from '../../fixtures/test-database.ts';

export interface MeasuredSetup {
  candidate: ServedComposition;
  clock: () => number;
  /** Route ids in the order of their renderings. */
  rendered: string[];
}

/**
 * A candidate with the routes docs.list and docs.page.
 * @param msOf of each rendering of a page, one after the other; then 4. @param text of a file that docs.list reads. @param code its bundle.
 */
export async function measuredCandidate({
  budget = {},
  msOf = [],
  html = (path) => `<p>${path}</p>`,
  routes = ['list', 'page'],
  fails = false,
  text = '',
  code,
}: {
  budget?: Partial<RouteBudget>;
  msOf?: number[];
  html?: (path: string) => string;
  routes?: string[];
  fails?: boolean;
  text?: string;
  code?: string;
} = {}): Promise<MeasuredSetup> {
  const small = { js: 10_000, css: 10_000 };
  const { composition, releases } = composed([
    shellRelease(),
    remoteRelease({
      data: { 'list.json': text },
      ...(code !== undefined && { server: code }),
      routes: routes.map((name) => ({
        id: `docs.${name}`,
        path: name === 'page' ? '/docs/pages/:slug' : `/docs/${name}`,
        budget: name === 'page' ? { ...small, ...budget } : small,
      })),
    }),
  ]);
  let now = 0;
  const rendered: string[] = [];
  const call = async (_composition: unknown, kind: string, request: { path?: string; routeId?: string }) => {
    if (kind === 'paths') return [{ path: '/docs/pages/a' }, { path: '/docs/pages/longer' }];
    now += kind === 'fragment' ? (msOf[rendered.length] ?? 4) : 2;
    if (kind === 'frame') return { html: lateToken('fragment'), islands: [] };
    rendered.push(request.routeId!);
    if (fails && rendered.length > 2) throw new Error('not twice');
    const inputs = request.routeId === 'docs.list' ? { 'docs/data/list.json': '' } : {};
    const head = { title: '', meta: [], links: [], jsonLd: [], lang: 'en' };
    return { html: html(request.path!), head, data: null, islands: [], inputs };
  };
  const candidate = await createServedComposition({
    composition,
    releases,
    blobs: { get: async () => Buffer.from('') } as unknown as BlobStore,
    cache: createRenderCache(testFolder()),
    process: () => ({ call }) as unknown as RenderProcess,
    now: () => 0,
    isServed: () => false,
    memoryBytes: 1_000_000,
  });
  return { candidate, clock: () => now, rendered };
}
