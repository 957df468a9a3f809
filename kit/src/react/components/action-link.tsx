import type { ReactElement } from 'react';
import { Link, type SiteTarget } from '@voltframe/kit/react';
import styles from './action-link.module.css';

/** A link that starts something: the primary action (`volt`) of a page, or a quieter one beside it. */
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
