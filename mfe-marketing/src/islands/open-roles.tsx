import type { ReactElement } from 'react';
import { RoleList } from '../components/role-list.tsx';
import styles from '../components/role-list.module.css';
import type { ListedRole } from '../open-roles.ts';

/** The list of open roles, for any page. */
export default function OpenRoles({ roles }: { roles: ListedRole[] }): ReactElement {
  return (
    <>
      {roles.some(({ sample }) => sample) ? (
        <p className={styles['samples']}>These roles are samples: nobody is being hired for them.</p>
      ) : null}
      <RoleList roles={roles} />
    </>
  );
}
