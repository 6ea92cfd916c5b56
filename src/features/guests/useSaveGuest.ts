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
  /** The end of validity was all that changed. */
  isExtension?: boolean;
  /** For the message. */
  name: string;
}

/** Saves a change of a guest and says so. An archived guest that is active again has another id: its page leads there. */
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
