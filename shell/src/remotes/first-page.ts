import type { PageData, PagePayload } from '@voltframe/kit/contract/page/page-data';
import type { LoadedPage } from '../client-root.tsx';
import { routeById } from '../navigation/ports.ts';
import { type Containers, RemoteTimeout } from './containers.ts';

/**
 * Loads the code of the page that the server has rendered; one more try after a failure, none after a timeout.
 * @throws what the first try failed with: the second one's error would say less
 */
export async function loadFirstPage(
  data: Pick<PageData, 'routes'>,
  payload: PagePayload,
  containers: Containers,
): Promise<LoadedPage> {
  const route = routeById(data.routes, payload.routeId);
  const load = async (): Promise<LoadedPage> => {
    const module = await containers.load<{ default: LoadedPage['Component'] }>(route.app, route.expose);
    return { route, payload, Component: module.default };
  };
  try {
    return await load();
  } catch (error) {
    if (error instanceof RemoteTimeout) throw error;
    return load().catch(() => Promise.reject(error));
  }
}
