import type { ReactElement, ReactNode } from 'react';
import styles from './page-opening.module.css';

interface Props {
  /** The topic of the page, in one or two lower-case words. */
  label: string;
  heading: string;
  /** Absent: the opening is low, for a page that shows results. */
  lead?: string | undefined;
  children?: ReactNode;
}

/** The start of a page: label, heading in very large type, lead. */
export function PageOpening({ label, heading, lead, children }: Props): ReactElement {
  return (
    <header className={`lines ${styles['opening']}`} data-low={lead === undefined || undefined}>
      <p className="label">[00] {label}</p>
      <h1 className={styles['heading']} tabIndex={-1}>
        {heading}
      </h1>
      {lead === undefined ? null : <p className={styles['lead']}>{lead}</p>}
      {children}
    </header>
  );
}
