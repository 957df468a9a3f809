import type { ReactElement } from 'react';
import { RoleList } from '../components/role-list.tsx';
import type { ListedRole } from '../open-roles.ts';

/** The open roles, wherever a page wants to show them. */
export default function OpenRoles({ roles }: { roles: ListedRole[] }): ReactElement {
  return <RoleList roles={roles} />;
}
