import type { ReactElement } from 'react';
import { Prose } from '@voltframe/kit/react/components/prose';
import { Link } from '@voltframe/kit/react';
import { LineArt } from '@voltframe/kit/react/components/line-art';
import type { PicturedProject } from '../../pages/portfolio.server.ts';
import styles from './project-article.module.css';

const PARTS = ['problem', 'constraint', 'approach', 'outcome'] as const;

/** A sample project in full: problem, constraint, approach, outcome, and the reasoning in a closed `details`. */
export function ProjectArticle({
  project,
  number,
  labels,
}: {
  project: PicturedProject;
  /** From 1. */
  number: number;
  labels: Record<string, string>;
}): ReactElement {
  const { slug, picture, title, summary, services, stack, html = '' } = project;
  return (
    <article id={slug} className={styles['project']} aria-labelledby={`${slug}-title`}>
      <div className={`frame ${styles['picture']}`} data-shared={`picture /portfolio#${slug}`}>
        <LineArt svg={picture} />
      </div>
      <div>
        <p className="label">{`sample ${String(number).padStart(2, '0')}`}</p>
        <h2 id={`${slug}-title`} className={styles['title']}>
          {title}
        </h2>
        <p className={styles['summary']}>{summary}</p>
      </div>
      <dl className={styles['parts']}>
        {PARTS.map((part) => (
          <div key={part}>
            <dt className="label">{part}</dt>
            <dd>{project[part]}</dd>
          </div>
        ))}
      </dl>
      <details>
        <summary>
          Read how it was thought through<span className="visually-hidden">{`: ${title}`}</span>
        </summary>
        <Prose html={html} />
      </details>
      <div className={styles['facts']}>
        <ul aria-label="Services">
          {services.map((service) => (
            <li key={service}>
              <Link to={`/services#${service}`}>{labels[service]}</Link>
            </li>
          ))}
        </ul>
        <ul aria-label="Built with">
          {stack.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </div>
    </article>
  );
}
