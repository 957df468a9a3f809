import type { ReactElement } from 'react';
import { type ListedRole, RoleList } from '../components/role-list.tsx';

/** The open roles, wherever a page wants to show them. */
export default function OpenRoles({ roles }: { roles: ListedRole[] }): ReactElement {
  return <RoleList roles={roles} />;
}
