import type { LoaderContext, PageHead } from '@voltframe/kit/contract/page/page-server';
import { drawingSvg } from '@voltframe/kit/contract/page/drawing';
import type { Opening, Project, Service } from '../content-schemas.ts';
import { SERVICE_DRAWINGS } from '../service-drawings.ts';

/** A service with its text in two parts: the first paragraph is visible, the others are in a closed `details`. */
export type ShownService = Omit<Service, 'html' | 'toc' | 'words' | 'minutes'> & {
  opening: string;
  more: string;
  /** SVG from `drawingSvg`. */
  picture: string;
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
  { html = '', toc: _, words: __, minutes: ___, ...service }: Service,
  samples: Project[],
): ShownService {
  const end = html.indexOf('</p>') + '</p>'.length;
  // A sample is mostly about the first service that it names.
  const sample = samples.find(({ services }) => services[0] === service.slug);
  return {
    ...service,
    opening: html.slice(0, end),
    more: html.slice(end),
    picture: drawingSvg(SERVICE_DRAWINGS[service.slug]),
    sample: sample && { slug: sample.slug, title: sample.title },
  };
}

export function head({ data }: { data: ServicesData }): Partial<PageHead> {
  return { title: data.page.title, description: data.page.description };
}
