import type { ReactElement, ReactNode } from 'react';
import styles from './page-opening.module.css';

interface Props {
  /** The topic of the page, in one or two lower-case words. */
  label: string;
  heading: string;
  lead: string;
  children?: ReactNode;
}

/** The start of a page: label, heading in very large type, lead. */
export function PageOpening({ label, heading, lead, children }: Props): ReactElement {
  return (
    <header className={`lines ${styles['opening']}`}>
      <p className={`label ${styles['label']}`}>[00] {label}</p>
      <h1 className={styles['heading']} tabIndex={-1}>
        {heading}
      </h1>
      <p className={styles['lead']}>{lead}</p>
      {children}
    </header>
  );
}
