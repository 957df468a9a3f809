import type { ReactElement, ReactNode } from 'react';
import styles from './section-heading.module.css';

interface Props {
  /** Number of the section on its page: 3 → `[03]`. */
  number: number;
  /** Kind of the section, in one or two lower-case words. */
  label: string;
  heading: string;
  id: string;
  children?: ReactNode;
}

/** The head of a numbered section: its number and label, its heading, and a lead (children). */
export function SectionHeading({ number, label, heading, id, children }: Props): ReactElement {
  return (
    <header className={styles['head']}>
      <p className={`label ${styles['number']}`}>
        [{String(number).padStart(2, '0')}] {label}
      </p>
      <h2 className={styles['heading']} id={id}>
        {heading}
      </h2>
      {children ? <div className={styles['lead']}>{children}</div> : null}
    </header>
  );
}
