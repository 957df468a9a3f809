import type { ReactElement } from 'react';
import { Icon, Island, Link, type PageProps } from '@voltframe/kit/react';
import { SectionHeading } from '@voltframe/kit/react/components/section-heading';
import { ClosingCall } from '../components/closing-call.tsx';
import { Hero } from '../components/front-page/hero.tsx';
import { InstrumentPanel } from '../components/front-page/instrument-panel.tsx';
import { Points } from '../components/points.tsx';
import { ProjectCard } from '../components/portfolio/project-card.tsx';
import styles from '../components/section.module.css';
import type { HomeData } from './home.server.ts';

export default function HomePage({ data }: PageProps<HomeData>): ReactElement {
  const { page, services, projects, apps } = data;
  return (
    <>
      <Hero page={page} apps={apps} />
      <section className={`lines ${styles['section']}`} aria-labelledby="services">
        <SectionHeading number={1} label="services" id="services" heading={page.services.heading}>
          {page.services.lead}
        </SectionHeading>
        <InstrumentPanel services={services} />
      </section>
      <section className={`lines ${styles['section']}`} aria-labelledby="work">
        <SectionHeading number={2} label="portfolio" id="work" heading={page.work.heading}>
          {page.work.lead}
        </SectionHeading>
        <div className={styles['cards']}>
          {projects.map((project) => (
            <ProjectCard key={project.slug} project={project} />
          ))}
        </div>
        <More to="/portfolio" label="All samples" />
      </section>
      <section className={`lines ${styles['section']}`} aria-labelledby="writing">
        <SectionHeading number={3} label="blog" id="writing" heading={page.writing.heading}>
          {page.writing.lead}
        </SectionHeading>
        <Island
          name="LatestPosts"
          props={{ count: 3 }}
          fallback={<More to="/blog" label="Read the blog" />}
        />
        <More to="/blog" label="All notes" />
      </section>
      <section className={`lines ${styles['section']}`} aria-labelledby="principles">
        <SectionHeading number={4} label="principles" id="principles" heading={page.principles.heading} />
        <Points items={page.principles.items} />
      </section>
      <ClosingCall {...page.closing} />
    </>
  );
}

function More({ to, label }: { to: string; label: string }): ReactElement {
  return (
    <p className={styles['more']}>
      <Link to={to}>
        {label} <Icon name="lucide:arrow-right" size={16} />
      </Link>
    </p>
  );
}
