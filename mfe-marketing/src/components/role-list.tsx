import type { ReactElement } from 'react';
import { Link } from '@voltframe/kit/react';
import type { ListedRole } from '../open-roles.ts';
import styles from './role-list.module.css';

/** Open roles as links to their pages, with samples marked. */
export function RoleList({ roles }: { roles: ListedRole[] }): ReactElement {
  return (
    <ul className={styles['roles']}>
      {roles.map(({ slug, title, team, place, type, sample }) => (
        <li key={slug}>
          <Link to={`/careers/${slug}`} className={styles['role']}>
            <span className={styles['title']}>{title}</span>
            <span className={styles['facts']}>
              {[sample ? 'Sample' : '', team, place, type].filter(Boolean).join(' · ')}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
