import type { ReactNode } from 'react';
import type { LoggedUser } from '../../features/auth/slice';
import { capabilities } from '../../shared/backEnd/capabilities';
import { ROUTES, type MessageId } from '../routes';

export interface FoundPage {
  title: MessageId;
  to: string;
  icon?: ReactNode;
}

/** The screens that a user can open directly, and those of the hotspot with this id (0: none). */
export function pagesOf(user: LoggedUser, hotspotId: number): FoundPage[] {
  return ROUTES.flatMap(({ path, title, roles, needs, menu, isBare }) => {
    if (isBare || !roles.includes(user.account_type) || (needs && !capabilities()[needs])) return [];
    if (menu) {
      const { message, to } = menu.entry(user);
      return [{ title: message, to, icon: menu.icon }];
    }
    if (!path.includes(':')) return ROUTES.some((row) => row.menu?.entry(user).to === path) ? [] : [{ title, to: path }];
    return path.startsWith('/hotspots/:id/') && hotspotId !== 0 ? [{ title, to: path.replace(':id', String(hotspotId)) }] : [];
  });
}
