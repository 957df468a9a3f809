import type { ReactElement } from 'react';
import styles from './page-opening.module.css';

interface Props {
  /** The topic of the page, in one or two lower-case words. */
  label: string;
  heading: string;
  /** Absent: the opening is low, for a page that shows results. */
  lead?: string | undefined;
  /** What a visitor must know about the page, beside the lead. */
  note?: string | undefined;
}

/** The start of a page: label, heading in very large type, lead. */
export function PageOpening({ label, heading, lead, note }: Props): ReactElement {
  return (
    <header className={`lines ${styles['opening']}`} data-low={lead === undefined || undefined}>
      <p className="label">[00] {label}</p>
      <h1 className={styles['heading']} tabIndex={-1}>
        {heading}
      </h1>
      {lead === undefined ? null : <p className={styles['lead']}>{lead}</p>}
      {note === undefined ? null : <p className={styles['note']}>{note}</p>}
    </header>
  );
}
