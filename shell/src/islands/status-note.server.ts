import type { IslandLoader } from '@voltframe/kit/contract/page/page-server';

/** What the status note reads out: the live composition, as it is. */
export const loader: IslandLoader = ({ composition }) => {
  const { id, apps } = composition();
  return { composition: id.slice(0, 6), releases: Object.keys(apps).length };
};
