import type { LoaderContext, PageHead } from '@voltframe/kit/contract/page/page-server';
import { drawingSvg } from '@voltframe/kit/contract/page/drawing';
import type { PortfolioPage, Project, Service } from '../content-schemas.ts';
import { PROJECT_DRAWINGS } from '../project-drawings.ts';
import { siteApps } from '../site-apps.ts';

export type PicturedProject = Omit<Project, 'order' | 'toc' | 'words' | 'minutes'> & {
  /** SVG from `drawingSvg`. */
  picture: string;
};

export interface PortfolioData {
  page: PortfolioPage;
  projects: PicturedProject[];
  /** The services to filter by. */
  categories: { slug: string; label: string }[];
  /** The apps of the site, the shell first. */
  apps: string[];
}

export async function loader({ content, composition }: LoaderContext): Promise<PortfolioData> {
  const list = await content.list<Project>('portfolio');
  const projects = await Promise.all(list.map(({ slug }) => content.entry<Project>('portfolio', slug)));
  const services = await content.list<Service>('services');
  return {
    page: await content.data<PortfolioPage>('portfolio-page'),
    projects: projects.flatMap((project) => (project ? [withPicture(project)] : [])),
    categories: services.map(({ slug, label }) => ({ slug, label })),
    apps: siteApps(composition()),
  };
}

function withPicture({ order: _, toc: __, words: ___, minutes: ____, ...project }: Project): PicturedProject {
  return { ...project, picture: drawingSvg(PROJECT_DRAWINGS[project.slug]) };
}

export function head({ data }: { data: PortfolioData }): Partial<PageHead> {
  return {
    title: data.page.title,
    description: data.page.description,
    choices: {
      parameter: 'category',
      titles: Object.fromEntries(data.categories.map(({ slug, label }) => [slug, `Samples: ${label}`])),
    },
  };
}
