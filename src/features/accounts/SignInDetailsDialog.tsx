import { useIntl } from 'react-intl';
import { ONE_TIME_PASSWORD_DAYS } from '../../contract/plain/wire';
import { consoleConfig } from '../../shared/config';
import { NoteDialog } from '../../shared/ui/dialog/NoteDialog';
import { useGetHotspotQuery } from '../hotspots/api';
import type { AccountForm } from './newAccount';

/** What a new user needs to sign in, as text to copy or print: the password isn't shown again. */
export function SignInDetailsDialog({ account, onClose }: { account: AccountForm; onClose: () => void }) {
  const intl = useIntl();
  const isReseller = account.type === 'reseller';
  const { data: hotspot } = useGetHotspotQuery(account.hotspotId, { skip: isReseller || account.hotspotId === 0 });
  const text = intl.formatMessage(
    { id: isReseller ? 'accounts.note_reseller' : 'accounts.note' },
    {
      product: consoleConfig().product,
      name: account.name.trim(),
      username: account.username.trim(),
      password: account.password,
      days: ONE_TIME_PASSWORD_DAYS,
      once: account.isOneTime ? 'yes' : 'no',
      address: new URL('.', window.location.href).href,
      hotspot: hotspot?.name ?? '…',
    },
  );
  return <NoteDialog title="accounts.hand_over_title" hint="accounts.hand_over" text={text} onClose={onClose} />;
}
