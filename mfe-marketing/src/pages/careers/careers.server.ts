import type { LoaderContext, PageHead } from '@voltframe/kit/contract/page/page-server';
import type { ListedRole } from '../../components/role-list.tsx';
import type { CareersPage } from '../../content-schemas.ts';
import { openRoles } from '../../open-roles.ts';

export interface CareersData {
  page: CareersPage;
  roles: ListedRole[];
}

export async function loader(context: LoaderContext): Promise<CareersData> {
  const roles = await openRoles(context);
  return {
    page: await context.content.data<CareersPage>('careers-page'),
    roles: roles.map(({ slug, title, team, place, type, sample }) => ({
      slug,
      title,
      team,
      place,
      type,
      sample,
    })),
  };
}

export function head({ data }: { data: CareersData }): Partial<PageHead> {
  return { title: data.page.title, description: data.page.description };
}
