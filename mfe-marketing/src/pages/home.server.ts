import type { LoaderContext, PageHead } from '@voltframe/kit/contract/page/page-server';
import { drawingSvg } from '@voltframe/kit/contract/page/drawing';
import type { PanelService } from '../components/front-page/instrument-panel.tsx';
import type { CardProject } from '../components/portfolio/project-card.tsx';
import type { Home, Project, Service } from '../content-schemas.ts';
import { PROJECT_DRAWINGS } from '../project-drawings.ts';
import { siteApps } from '../site-apps.ts';

export interface HomeData {
  page: Home;
  services: PanelService[];
  projects: CardProject[];
  /** The apps of the site, the shell first. */
  apps: string[];
}

const SHOWN_PROJECTS = 3;

export async function loader({ content, composition }: LoaderContext): Promise<HomeData> {
  const services = await content.list<Service>('services');
  const projects = await content.list<Project>('portfolio');
  return {
    page: await content.data<Home>('home'),
    services: services.map(({ slug, label, summary }) => ({ slug, label, summary })),
    projects: projects.slice(0, SHOWN_PROJECTS).map(({ slug, order, title, summary }) => ({
      slug,
      order,
      title,
      summary,
      picture: drawingSvg(PROJECT_DRAWINGS[slug]),
    })),
    apps: siteApps(composition()),
  };
}

export function head({ data, site }: { data: HomeData; site: LoaderContext['site'] }): Partial<PageHead> {
  const { title, description } = data.page;
  const organization = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: site.name,
    url: site.url,
    description,
  };
  return { title, description, jsonLd: [organization] };
}
