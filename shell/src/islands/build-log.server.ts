import type { IslandLoader } from '@voltframe/kit/contract/page/page-server';

/** The releases of the shown composition, the shell first. */
export const loader: IslandLoader = ({ composition }) => {
  const { id, timestamp, apps } = composition();
  const names = Object.keys(apps).toSorted(
    (a, b) => Number(b === 'shell') - Number(a === 'shell') || a.localeCompare(b),
  );
  return {
    composition: id.slice(0, 12),
    formed: new Date(timestamp).toISOString(),
    releases: names.map((app) => ({ app, digest: apps[app]?.slice(0, 12) ?? '' })),
  };
};
