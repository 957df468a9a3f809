import type { ReactElement } from 'react';
import { Link } from '@voltframe/kit/react';
import { Prose } from '@voltframe/kit/react/components/prose';
import type { ShownService } from '../pages/services.server.ts';
import styles from './service-section.module.css';
import { Trace } from './trace.tsx';

/**
 * One service: deliverables, details that open on a click, and links to its sample, its note and the contact form.
 * @param live whether the section is at the reading line
 */
export function ServiceSection({ service, live }: { service: ShownService; live: boolean }): ReactElement {
  const { slug, order, label, summary, opening, more, delivers } = service;
  return (
    <section
      id={slug}
      className={styles['service']}
      aria-labelledby={`${slug}-title`}
      data-live={live ? '' : undefined}
    >
      <Trace channel={order - 1} />
      <p className="label">{`[${String(order).padStart(2, '0')}]`}</p>
      <h2 id={`${slug}-title`} className={styles['title']}>
        {label}
      </h2>
      <p className={styles['summary']}>{summary}</p>
      <div className={styles['columns']}>
        <div className={styles['text']}>
          <Prose html={opening} />
          <Folded title="How we think about it" label={label}>
            <Prose html={more} />
          </Folded>
        </div>
        <div>
          <h3 className={styles['listTitle']}>What you get</h3>
          <List items={delivers} mark="yes" />
          {FOLDED.map(([part, title, mark]) => (
            <Folded key={part} title={title} label={label}>
              <List items={service[part]} mark={mark} />
            </Folded>
          ))}
        </div>
      </div>
      <Ways service={service} />
    </section>
  );
}

const FOLDED = [
  ['approach', 'How we work on it', 'step'],
  ['not', 'What it is not', 'no'],
  ['questions', 'What we will ask', 'ask'],
] as const;

interface FoldedProps {
  title: string;
  /** Label of the service. It makes the name of the summary unique on the page. */
  label: string;
  children: ReactElement;
}

function Folded({ title, label, children }: FoldedProps): ReactElement {
  return (
    <details className={styles['folded']}>
      <summary>
        {title}
        <span className="visually-hidden">{`: ${label}`}</span>
      </summary>
      {children}
    </details>
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
