import { Alert, Button } from 'antd';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import type { Role } from '../../contract/plain/roles';
import type { Dashboard } from '../../contract/stats';
import { dialogOpened } from '../../shared/dialogs';
import { useGetAccountQuery } from '../accounts/api';
import { selectUser } from '../auth/slice';

/** The first thing to create, for an installation or a reseller that has nothing yet. */
export function FirstStep({ role, numbers }: { role: Role; numbers: Dashboard }) {
  const dispatch = useDispatch();
  const own = useSelector(selectUser)?.id ?? 0;
  // Preload it for the dialog, which says if the account isn't ready for hotspots.
  useGetAccountQuery(own, { skip: role !== 'reseller' || numbers.hotspots?.total !== 0 });
  if (numbers.hotspots?.total !== 0) return null;
  // The admin's own account is counted, too.
  const isEmpty = role === 'admin' && (numbers.accounts?.total ?? 0) <= 1;
  if (role === 'admin' && !isEmpty) return null;
  const begin = () => {
    if (isEmpty) dispatch(dialogOpened({ name: 'accounts/create', args: { hotspotId: 0 } }));
    else dispatch(dialogOpened({ name: 'hotspots/create', args: null }));
  };
  return (
    <Alert
      type="info"
      showIcon
      role="status"
      title={<FormattedMessage id={isEmpty ? 'dashboard.no_resellers' : 'dashboard.no_hotspots'} />}
      description={<FormattedMessage id={isEmpty ? 'dashboard.no_resellers_text' : 'dashboard.no_hotspots_text'} />}
      action={
        <Button type="primary" onClick={begin}>
          <FormattedMessage id={isEmpty ? 'dashboard.first_reseller' : 'dashboard.first_hotspot'} />
        </Button>
      }
    />
  );
}
