import type { ReactElement } from 'react';
import styles from './points.module.css';

/** Short statements in columns, each with its number. */
export function Points({ items }: { items: { title: string; text: string }[] }): ReactElement {
  return (
    <ol className={styles['points']}>
      {items.map(({ title, text }, i) => (
        <li key={title} className={styles['point']}>
          <span className={styles['number']} aria-hidden="true">
            {i + 1}
          </span>
          <h3 className={styles['title']}>{title}</h3>
          <p className={styles['text']}>{text}</p>
        </li>
      ))}
    </ol>
  );
}
