import { drawingSvg } from '@voltframe/kit/contract/page/drawing';
import type { LoaderContext, PageHead } from '@voltframe/kit/contract/page/page-server';
import type { CareersPage } from '../../content-schemas.ts';
import { HIRING_DRAWING } from '../../hiring-drawing.ts';
import { type ListedRole, listedRoles } from '../../open-roles.ts';

export interface CareersData {
  page: CareersPage;
  roles: ListedRole[];
  /** SVG from `drawingSvg`. */
  picture: string;
}

export async function loader(context: LoaderContext): Promise<CareersData> {
  return {
    page: await context.content.data<CareersPage>('careers-page'),
    roles: await listedRoles(context),
    picture: drawingSvg(HIRING_DRAWING),
  };
}

export function head({ data }: { data: CareersData }): Partial<PageHead> {
  return { title: data.page.title, description: data.page.description };
}
