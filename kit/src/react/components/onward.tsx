import type { ReactElement } from 'react';
import { Link, type SiteTarget } from '@voltframe/kit/react';
import styles from './onward.module.css';

interface Way {
  to: SiteTarget;
  /** Kind of the target, in one or two lower-case words. */
  label: string;
  title: string;
  /** Shows an arrow to the left, before the label. */
  back?: boolean;
  /** Loads the target as a document, for targets that are not pages, such as a feed. */
  external?: boolean;
}

/** The end of a page without a call to action: up to three links to related pages, side by side. */
export function Onward({ label, ways }: { label: string; ways: Way[] }): ReactElement {
  return (
    <nav className={`lines ${styles['onward']}`} aria-label={label}>
      <ul className={styles['ways']}>
        {ways.map(({ to, label: kind, title, back = false, external = false }) => (
          <li key={to}>
            <Link to={to} external={external} className={styles['way']}>
              <span className={`label ${styles[back ? 'back' : 'kind']}`}>{kind}</span>
              <span className={styles['title']}>{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
