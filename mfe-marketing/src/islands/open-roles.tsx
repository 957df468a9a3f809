import type { ReactElement } from 'react';
import { RoleList } from '../components/role-list.tsx';
import type { ListedRole } from '../open-roles.ts';

/** The list of open roles, for any page. */
export default function OpenRoles({ roles }: { roles: ListedRole[] }): ReactElement {
  return <RoleList roles={roles} />;
}
