import type { ReactElement } from 'react';
import { Prose } from '@voltframe/kit/react/components/prose';
import { Link } from '@voltframe/kit/react';
import { LineArt } from '@voltframe/kit/react/components/line-art';
import type { PicturedProject } from '../../pages/portfolio.server.ts';
import styles from './project-article.module.css';

const PARTS = ['problem', 'constraint', 'approach', 'outcome'] as const;

/** `wide`: everything is visible. `staggered`: the picture and the title. `row`: the title, and the rest opens. */
export type ArticleForm = 'wide' | 'staggered' | 'row';

interface Props {
  project: PicturedProject;
  /** From 1. */
  number: number;
  labels: Record<string, string>;
  form: ArticleForm;
}

/** A sample project: problem, constraint, approach, outcome, and the reasoning in a closed `details`. */
export function ProjectArticle({ project, number, labels, form }: Props): ReactElement {
  const { slug, title, html = '' } = project;
  const folded = (
    <>
      <Parts project={project} />
      <Prose html={html} />
      <Facts project={project} labels={labels} />
    </>
  );
  return (
    <article id={slug} className={`${styles['project']} ${styles[form]}`} aria-labelledby={`${slug}-title`}>
      {form === 'row' ? (
        <details>
          <summary className={styles['line']}>
            <Head project={project} number={number} />
          </summary>
          <div className={styles['opened']}>
            <Picture project={project} />
            <div>{folded}</div>
          </div>
        </details>
      ) : (
        <>
          <Picture project={project} />
          <Head project={project} number={number} />
          {form === 'wide' ? <Parts project={project} /> : null}
          <details>
            <summary>
              {form === 'wide' ? 'Read how it was thought through' : 'Read the whole sample'}
              <span className="visually-hidden">{`: ${title}`}</span>
            </summary>
            {form === 'wide' ? <Prose html={html} /> : folded}
          </details>
          {form === 'wide' ? <Facts project={project} labels={labels} /> : null}
        </>
      )}
    </article>
  );
}

function Picture({ project: { slug, picture } }: Pick<Props, 'project'>): ReactElement {
  return (
    <div className={`frame ${styles['picture']}`} data-shared={`picture /portfolio#${slug}`}>
      <LineArt svg={picture} />
    </div>
  );
}

function Head({ project, number }: Pick<Props, 'project' | 'number'>): ReactElement {
  const { slug, title, summary } = project;
  return (
    <div className={styles['head']}>
      <p className="label">{`sample ${String(number).padStart(2, '0')}`}</p>
      <h2 id={`${slug}-title`} className={styles['title']}>
        {title}
      </h2>
      <p className={styles['summary']}>{summary}</p>
    </div>
  );
}

function Parts({ project }: Pick<Props, 'project'>): ReactElement {
  return (
    <dl className={styles['parts']}>
      {PARTS.map((part) => (
        <div key={part}>
          <dt className="label">{part}</dt>
          <dd>{project[part]}</dd>
        </div>
      ))}
    </dl>
  );
}

function Facts({ project: { services, stack }, labels }: Pick<Props, 'project' | 'labels'>): ReactElement {
  return (
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
  );
}
