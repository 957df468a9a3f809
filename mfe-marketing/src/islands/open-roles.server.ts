import type { IslandLoader } from '@voltframe/kit/contract/page/page-server';
import type { Role } from '../content-schemas.ts';

export const loader: IslandLoader = async ({ content }) => {
  const roles = await content.list<Role>('roles');
  return { roles: roles.map(({ slug, title, team, place, type }) => ({ slug, title, team, place, type })) };
};
