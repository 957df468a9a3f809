import type { PageData, ShownPayload } from '@voltframe/kit/contract/page/page-data';
import type { LoadedPage } from '../client-root.tsx';
import type { Containers } from './containers.ts';
import { tryTwice } from './load-limit.ts';

/** What an app exposes of a page. */
export interface PageModule extends Pick<LoadedPage, 'layouts'> {
  default: LoadedPage['Component'];
}

/** Loads the code of the page that the server has rendered. */
export async function loadFirstPage(
  data: Pick<PageData, 'routes'>,
  payload: ShownPayload,
  containers: Containers,
): Promise<LoadedPage> {
  const route = data.routes.find(({ id }) => id === payload.routeId);
  if (!route) throw new Error(`The page's route "${payload.routeId}" is not in the route table`);
  const module = await tryTwice(() => containers.load<PageModule>(route.app, route.expose));
  return { route, payload, Component: module.default, layouts: module.layouts };
}
