import type { ReactElement } from 'react';
import { type PageProps, useSearchParams } from '@voltframe/kit/react';
import { FilterLinks } from '@voltframe/kit/react/components/filter-links';
import { ClosingCall } from '../components/closing-call.tsx';
import { PageOpening } from '../components/page-opening.tsx';
import { ProjectArticle } from '../components/portfolio/project-article.tsx';
import { ThisSite } from '../components/portfolio/this-site.tsx';
import styles from './portfolio.module.css';
import type { PortfolioData } from './portfolio.server.ts';

/** The sample projects; `?category=` shows those of one service, also without JavaScript. */
export default function PortfolioPage({ data }: PageProps<PortfolioData>): ReactElement {
  const { page, projects, categories, apps } = data;
  const [search] = useSearchParams();
  const wanted = search.get('category');
  const category = categories.find(({ slug }) => slug === wanted);
  const shown = category
    ? projects.filter(({ services }) => services.some((slug) => slug === category.slug))
    : projects;
  const labels = Object.fromEntries(categories.map(({ slug, label }) => [slug, label]));
  return (
    <>
      <PageOpening label="portfolio" heading={page.heading} lead={page.lead} />
      <div className={`lines ${styles['body']}`}>
        <p className={styles['note']}>{page.note}</p>
        <div className={styles['filter']}>
          <FilterLinks
            label="Filter by service"
            path="/portfolio"
            parameter="category"
            options={categories.map(({ slug, label }) => ({ value: slug, label }))}
            selected={category?.slug}
          />
          <p className="label" role="status">
            {category || wanted === null
              ? ''
              : `No sample has the service “${wanted}”; here are all of them: `}
            {shown.length} of {projects.length} samples
          </p>
        </div>
        {!category && <ThisSite site={page.site} apps={apps} />}
        {shown.map((project) => (
          <ProjectArticle
            key={project.slug}
            project={project}
            number={projects.indexOf(project) + 1}
            labels={labels}
          />
        ))}
      </div>
      <ClosingCall {...page.closing} />
    </>
  );
}
