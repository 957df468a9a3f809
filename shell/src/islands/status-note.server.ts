import type { IslandLoader } from '@voltframe/kit/contract/page/page-server';

/** The data of the status note: the live composition. */
export const loader: IslandLoader = ({ composition }) => {
  const { id, apps } = composition();
  return { composition: id.slice(0, 6), releases: Object.keys(apps).length };
};
