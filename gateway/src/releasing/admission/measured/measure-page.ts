import type { RouteMeasurement } from '@voltframe/kit/contract/operations/figures';
import type { CompositionRoute } from '@voltframe/kit/contract/release/composition';
import { createEncodedBody } from '../../../serving/responses/encoded-body.ts';
import { pageScripts } from '../../../serving/compositions/client-tables.ts';
import type { ServedComposition } from '../../../serving/compositions/served-composition.ts';
import { type BuiltPage, buildPage, buildPageDocument } from '../../../serving/pages/build-page.ts';
import { matchPage, type PageRequest } from '../../../serving/pages/page-request.ts';
import { addedBytes } from '../check-composition.ts';
import type { TransferSizes } from '../measure-transfer.ts';
import { initialPictures } from './initial-pictures.ts';

/** A page that was rendered. */
export interface TriedPage {
  page: PageRequest;
  built: Extract<BuiltPage, { type: 'page' }>;
}

/** @returns the page of a route with the most HTML; undefined when none of its pages renders. */
export async function largestPage(
  candidate: ServedComposition,
  route: CompositionRoute,
  pagesPerRoute: number,
): Promise<TriedPage | undefined> {
  const paths = (await candidate.renderer.paths(route)).slice(0, pagesPerRoute);
  let largest: TriedPage | undefined;
  for (const { path } of paths) {
    const page = matchPage([route], path, '');
    if (!page) continue;
    const built = await buildPage(candidate, page, route.prerender);
    if (built.type !== 'page') continue;
    if (built.html.length > (largest?.built.html.length ?? -1)) largest = { page, built };
  }
  return largest;
}

/** @returns the bytes of a page as they are sent, and the requests that a browser makes until the page works. */
export async function measurePage(
  candidate: ServedComposition,
  { page, built }: TriedPage,
  transfer: TransferSizes,
): Promise<RouteMeasurement> {
  const { route } = page;
  const release = candidate.releases[route.app]!;
  const declared = release.routes.find(({ id }) => id === route.id)!;
  const html = String((await buildPageDocument(candidate, page, built, 2000)).html);
  const pictures = initialPictures(html);
  const linked = html.match(/<link rel="(?:stylesheet"|preload"[^>]*as="font")/g) ?? [];
  return {
    html: (await createEncodedBody(html, 'quick').in('br')).bytes.length,
    js: addedBytes(release, declared, 'js', transfer),
    css: addedBytes(release, declared, 'css', transfer),
    images: pictures.reduce((sum, address) => sum + bytesOf(candidate, address), 0),
    requests: 1 + linked.length + pageScripts(route, candidate.releases).length + pictures.length,
  };
}

/** @returns 0 for what is of no release. */
function bytesOf({ releases }: ServedComposition, address: string): number {
  const [, app = '', file = ''] = /^\/assets\/([^/]+)\/([^?#]+)/.exec(address) ?? [];
  const files = Object.hasOwn(releases, app) ? releases[app]!.files : {};
  return Object.hasOwn(files, `client/${file}`) ? files[`client/${file}`]!.bytes : 0;
}
