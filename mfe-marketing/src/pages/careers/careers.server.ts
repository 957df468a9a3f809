import type { LoaderContext, PageHead } from '@voltframe/kit/contract/page/page-server';
import type { CareersPage } from '../../content-schemas.ts';
import { type ListedRole, listedRoles } from '../../open-roles.ts';

export interface CareersData {
  page: CareersPage;
  roles: ListedRole[];
}

export async function loader(context: LoaderContext): Promise<CareersData> {
  return {
    page: await context.content.data<CareersPage>('careers-page'),
    roles: await listedRoles(context),
  };
}

export function head({ data }: { data: CareersData }): Partial<PageHead> {
  return { title: data.page.title, description: data.page.description };
}
