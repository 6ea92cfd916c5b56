import { App } from 'antd';
import { useIntl } from 'react-intl';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import type { UpdateGuest } from '../../contract/guests';
import { selectPathname } from '../../shared/location';
import { paths } from '../../shared/paths';
import { useUpdateGuestMutation, type GuestKey } from './api';
import { isExpired } from './guestValidity';

interface Saving {
  /** Whether only the guest's access was extended. */
  isExtension?: boolean;
  /** For the success message. */
  name: string;
}

/** Saves a guest and confirms it. An archived guest that becomes active gets a new id, so its page redirects there. */
export function useSaveGuest(guestKey: GuestKey, onClose: () => void) {
  const intl = useIntl();
  const navigate = useNavigate();
  const isOnItsPage = useSelector(selectPathname) === paths.guest.to(guestKey.id);
  const { message } = App.useApp();
  const [update, { isLoading, error }] = useUpdateGuestMutation();
  const save = async (change: UpdateGuest, etag: string, { isExtension = false, name }: Saving) => {
    const outcome = await update({ ...guestKey, change, etag });
    if (outcome.error) return outcome.error;
    const isBack = guestKey.isArchived && !isExpired({ valid_until: change.valid_until ?? null }, Date.now());
    void message.success(intl.formatMessage({ id: isBack || isExtension ? 'guests.extended' : 'guests.saved' }, { name }));
    onClose();
    if (isBack && isOnItsPage) void navigate(paths.guest.to(outcome.data.id ?? guestKey.id), { replace: true });
    return undefined;
  };
  return { save, isSaving: isLoading, error };
}
