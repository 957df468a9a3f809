import type { IslandLoader } from '@voltframe/kit/contract/page/page-server';
import { openRoles } from '../open-roles.ts';

export const loader: IslandLoader = async (context) => {
  const roles = await openRoles(context);
  return {
    roles: roles.map(({ slug, title, team, place, type, sample }) => ({
      slug,
      title,
      team,
      place,
      type,
      sample,
    })),
  };
};
