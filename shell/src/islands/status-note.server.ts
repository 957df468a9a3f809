import type { IslandLoader } from '@voltframe/kit/contract/page/page-server';

/** The data of the status note: the number of live releases. */
export const loader: IslandLoader = ({ composition }) => ({
  releases: Object.keys(composition().apps).length,
});
