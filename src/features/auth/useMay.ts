import { useSelector } from 'react-redux';
import { may, type Permission } from '../../contract/plain/roles';
import { selectRole } from './slice';

/** Whether the signed-in user's role has a permission. Renders a component again only if that changes, not with every other role. */
export function useMay(permission: Permission): boolean {
  return useSelector((state: Parameters<typeof selectRole>[0]) => {
    const role = selectRole(state);
    return role !== null && may(role, permission);
  });
}
