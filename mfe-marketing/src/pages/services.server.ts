import type { LoaderContext, PageHead } from '@voltframe/kit/contract/page/page-server';
import type { Opening, Project, Service } from '../content-schemas.ts';

/** A service with its text in two parts: the first paragraph is visible, the others are in a closed `details`. */
export type ShownService = Omit<Service, 'html' | 'icon' | 'toc' | 'words' | 'minutes'> & {
  opening: string;
  more: string;
  /** The sample that is mostly about this service. */
  sample: Pick<Project, 'slug' | 'title'> | undefined;
};

export interface ServicesData {
  page: Opening;
  services: ShownService[];
}

export async function loader({ content }: LoaderContext): Promise<ServicesData> {
  const list = await content.list<Service>('services');
  const entries = await Promise.all(list.map(({ slug }) => content.entry<Service>('services', slug)));
  const samples = await content.list<Project>('portfolio');
  return {
    page: await content.data<Opening>('services-page'),
    services: entries.flatMap((service) => (service ? [shown(service, samples)] : [])),
  };
}

function shown(
  { html = '', icon: _, toc: __, words: ___, minutes: ____, ...service }: Service,
  samples: Project[],
): ShownService {
  const end = html.indexOf('</p>') + '</p>'.length;
  // A sample is mostly about the first service that it names.
  const sample = samples.find(({ services }) => services[0] === service.slug);
  return {
    ...service,
    opening: html.slice(0, end),
    more: html.slice(end),
    sample: sample && { slug: sample.slug, title: sample.title },
  };
}

export function head({ data }: { data: ServicesData }): Partial<PageHead> {
  return { title: data.page.title, description: data.page.description };
}
