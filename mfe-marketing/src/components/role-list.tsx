import type { ReactElement } from 'react';
import { Link } from '@voltframe/kit/react';
import type { Role } from '../content-schemas.ts';
import styles from './role-list.module.css';

export type ListedRole = Pick<Role, 'slug' | 'title' | 'team' | 'place' | 'type'>;

/** Open roles as rows; each leads to its page. */
export function RoleList({ roles }: { roles: ListedRole[] }): ReactElement {
  return (
    <ul className={styles['roles']}>
      {roles.map(({ slug, title, team, place, type }) => (
        <li key={slug}>
          <Link to={`/careers/${slug}`} className={styles['role']}>
            <span className={styles['title']}>{title}</span>
            <span className={styles['facts']}>
              {team} · {place} · {type}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
