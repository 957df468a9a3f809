import type { ReactElement } from 'react';
import { Link, type SiteTarget } from '@voltframe/kit/react';
import styles from './onward.module.css';

interface Way {
  to: SiteTarget;
  /** What lies there, in one or two lower-case words. */
  label: string;
  title: string;
  /** A document load: what lies there is no page of the site, such as a feed. */
  external?: boolean;
}

/** The end of a page that asks for nothing: up to three ways to go on, side by side. */
export function Onward({ label, ways }: { label: string; ways: Way[] }): ReactElement {
  return (
    <nav className={`lines ${styles['onward']}`} aria-label={label}>
      <ul className={styles['ways']}>
        {ways.map(({ to, label: kind, title, external }) => (
          <li key={to}>
            <Link to={to} external={external ?? false} className={styles['way']}>
              <span className="label">{kind}</span>
              <span className={styles['title']}>{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
