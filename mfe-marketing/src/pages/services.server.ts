import type { LoaderContext, PageHead } from '@voltframe/kit/contract/page/page-server';
import type { Opening, Service } from '../content-schemas.ts';

export interface ServicesData {
  page: Opening;
  services: Service[];
}

export async function loader({ content }: LoaderContext): Promise<ServicesData> {
  const list = await content.list<Service>('services');
  const entries = await Promise.all(list.map(({ slug }) => content.entry<Service>('services', slug)));
  return {
    page: await content.data<Opening>('services-page'),
    services: entries.filter((entry) => entry !== undefined),
  };
}

export function head({ data }: { data: ServicesData }): Partial<PageHead> {
  return { title: data.page.title, description: data.page.description };
}
