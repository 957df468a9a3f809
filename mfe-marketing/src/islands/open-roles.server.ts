import type { IslandLoader } from '@voltframe/kit/contract/page/page-server';
import { listedRoles } from '../open-roles.ts';

export const loader: IslandLoader = async (context) => ({ roles: await listedRoles(context) });
