import type { ReactElement } from 'react';
import { type PageProps, useSearchParams } from '@voltframe/kit/react';
import { FilterLinks } from '@voltframe/kit/react/components/filter-links';
import { ClosingCall } from '../components/closing-call.tsx';
import { PageOpening } from '../components/page-opening.tsx';
import { type ArticleForm, ProjectArticle } from '../components/portfolio/project-article.tsx';
import { ThisSite } from '../components/portfolio/this-site.tsx';
import styles from './portfolio.module.css';
import type { PortfolioData } from './portfolio.server.ts';

/** The forms of the samples, in the order of the page: two wide ones, three staggered ones, the others as rows. */
const FORMS: [form: ArticleForm, from: number, to?: number][] = [
  ['wide', 0, 2],
  ['staggered', 2, 5],
  ['row', 5],
];

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
      {category ? (
        <PageOpening label="portfolio" heading={page.heading} />
      ) : (
        <PageOpening label="portfolio" heading={page.heading} lead={page.lead} note={page.note} />
      )}
      <div className={`lines ${styles['body']}`}>
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
        {FORMS.map(([form, from, to]) => (
          <div key={form} className={styles[form]}>
            {shown.slice(from, to).map((project) => (
              <ProjectArticle
                key={project.slug}
                project={project}
                number={projects.indexOf(project) + 1}
                labels={labels}
                form={form}
              />
            ))}
          </div>
        ))}
        {category ? <p className={styles['note']}>{page.note}</p> : null}
      </div>
      <ClosingCall {...page.closing} />
    </>
  );
}
