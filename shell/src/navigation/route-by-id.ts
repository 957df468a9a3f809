import type { ClientRoute } from '@voltframe/kit/contract/page/page-data';

/** @returns the client's route of a page. */
export function routeById(routes: readonly ClientRoute[], id: string): ClientRoute {
  const route = routes.find((candidate) => candidate.id === id);
  if (!route) throw new Error(`The page's route "${id}" is not in the route table`);
  return route;
}
