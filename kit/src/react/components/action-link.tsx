import type { ReactElement } from 'react';
import { Link, type SiteTarget } from '@voltframe/kit/react';
import styles from './action-link.module.css';

/** A call to action: the primary one of a page, or a secondary one (`quiet`). */
export function ActionLink({
  to,
  label,
  quiet = false,
}: {
  to: SiteTarget;
  label: string;
  quiet?: boolean;
}): ReactElement {
  return (
    <Link to={to} className={`${styles['action']} ${quiet ? styles['quiet'] : styles['primary']}`}>
      {label}
    </Link>
  );
}
