import type { ReactElement } from 'react';
import { Icon } from '@voltframe/kit/react';
import { Prose } from '@voltframe/kit/react/components/prose';
import type { Service } from '../content-schemas.ts';
import styles from './service-section.module.css';
import { TRACES } from './front-page/traces.ts';

/** One service: what is delivered, how it is worked on, what it is not, and what a client should bring. */
export function ServiceSection({ service }: { service: Service }): ReactElement {
  const { slug, order, label, icon, summary, html = '', delivers, approach, not, questions } = service;
  return (
    <section id={slug} className={styles['service']} aria-labelledby={`${slug}-title`}>
      <svg
        className={styles['trace']}
        viewBox="0 0 700 94"
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        <path d={TRACES[(order - 1) % TRACES.length]} />
      </svg>
      <p className={`label ${styles['number']}`}>
        [{String(order).padStart(2, '0')}] <Icon name={icon} size={20} />
      </p>
      <h2 id={`${slug}-title`} className={styles['title']}>
        {label}
      </h2>
      <p className={styles['summary']}>{summary}</p>
      <div className={styles['columns']}>
        <Prose html={html} />
        <div className={styles['lists']}>
          <List title="What you get" items={delivers} mark="yes" />
          <List title="How we work on it" items={approach} mark="step" />
          <List title="What it is not" items={not} mark="no" />
          <List title="What we will ask" items={questions} mark="ask" />
        </div>
      </div>
    </section>
  );
}

function List({ title, items, mark }: { title: string; items: string[]; mark: string }): ReactElement {
  return (
    <div>
      <h3 className={styles['listTitle']}>{title}</h3>
      <ul className={styles['list']} data-mark={mark}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}
