import type { ReactElement } from 'react';
import { Link } from '@voltframe/kit/react';
import { LineArt } from '@voltframe/kit/react/components/line-art';
import { Prose } from '@voltframe/kit/react/components/prose';
import type { ShownService } from '../pages/services.server.ts';
import styles from './service-section.module.css';

const LISTS = [
  ['delivers', 'What you get', 'yes'],
  ['approach', 'How we work on it', 'step'],
  ['not', 'What it is not', 'no'],
  ['questions', 'What we will ask', 'ask'],
] as const;
/** Layouts of a section in a wide window; neighbours have different ones. */
const LAYOUTS = 3;

/**
 * One service: its picture, its lists, its reasoning in a closed `details`, and links to its sample, its note and the
 * contact form.
 * @param live whether the section is at the reading line
 */
export function ServiceSection({ service, live }: { service: ShownService; live: boolean }): ReactElement {
  const { slug, order, label, summary, opening, more, picture } = service;
  return (
    <section
      id={slug}
      className={styles['service']}
      aria-labelledby={`${slug}-title`}
      data-live={live ? '' : undefined}
      data-layout={(order - 1) % LAYOUTS}
    >
      <div className={`frame ${styles['picture']}`}>
        <LineArt svg={picture} />
      </div>
      <div className={styles['head']}>
        <p className="label">{`[${String(order).padStart(2, '0')}]`}</p>
        <h2 id={`${slug}-title`} className={styles['title']}>
          {label}
        </h2>
        <p className={styles['summary']}>{summary}</p>
      </div>
      <div className={styles['text']}>
        <Prose html={opening} />
        <details className={styles['folded']}>
          <summary>
            How we think about it
            <span className="visually-hidden">{`: ${label}`}</span>
          </summary>
          <Prose html={more} />
        </details>
      </div>
      {LISTS.map(([part, title, mark]) => (
        <div key={part} data-part={part}>
          <h3 className={styles['listTitle']}>{title}</h3>
          <List items={service[part]} mark={mark} />
        </div>
      ))}
      <Ways service={service} />
    </section>
  );
}

function List({ items, mark }: { items: string[]; mark: string }): ReactElement {
  return (
    <ul className={styles['list']} data-mark={mark}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

function Ways({ service: { slug, label, sample, note } }: { service: ShownService }): ReactElement {
  return (
    <dl className={styles['ways']}>
      {sample && (
        <div>
          <dt className="label">sample</dt>
          <dd>
            <Link to={`/portfolio#${sample.slug}`}>{sample.title}</Link>
          </dd>
        </div>
      )}
      <div>
        <dt className="label">note</dt>
        <dd>
          <Link to={note.href}>{note.label}</Link>
        </dd>
      </div>
      <div>
        <dt className="label">contact</dt>
        <dd>
          <Link to={`/contact?topic=${slug}`}>
            Ask about this<span className="visually-hidden">{`: ${label}`}</span>
          </Link>
        </dd>
      </div>
    </dl>
  );
}
