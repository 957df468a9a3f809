import type { ReactElement } from 'react';
import { Link } from '@voltframe/kit/react';
import { LineArt } from '@voltframe/kit/react/components/line-art';
import type { PicturedProject } from '../../pages/portfolio.server.ts';
import type { Project } from '../../content-schemas.ts';
import styles from './project-card.module.css';

export type CardProject = Pick<PicturedProject, 'slug' | 'title' | 'summary' | 'picture'> &
  Pick<Project, 'order'>;

/** A sample project in a list: its picture, its title, one sentence. */
export function ProjectCard({ project }: { project: CardProject }): ReactElement {
  const path = `/portfolio#${project.slug}`;
  return (
    <Link to={path} className={styles['card']}>
      <span className={`frame ${styles['picture']}`} data-shared={`picture ${path}`}>
        <LineArt svg={project.picture} />
      </span>
      <span className={styles['kind']}>{`sample ${String(project.order).padStart(2, '0')}`}</span>
      <h3 className={styles['title']}>{project.title}</h3>
      <span className={styles['summary']}>{project.summary}</span>
    </Link>
  );
}
