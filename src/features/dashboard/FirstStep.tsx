import { Alert, Button } from 'antd';
import { FormattedMessage } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import type { Role } from '../../contract/roles';
import type { Dashboard } from '../../contract/stats';
import { dialogOpened } from '../../shared/dialogs';
import { paths } from '../../shared/paths';

/** Where an installation, or a reseller, has nothing yet: what to begin with. */
export function FirstStep({ role, numbers }: { role: Role; numbers: Dashboard }) {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  if (numbers.hotspots?.total !== 0) return null;
  // An admin counts as a manager, too.
  const isEmpty = role === 'admin' && (numbers.accounts?.total ?? 0) <= 1;
  if (role === 'admin' && !isEmpty) return null;
  const begin = () => {
    if (isEmpty) dispatch(dialogOpened({ name: 'accounts/create', args: { hotspotId: 0 } }));
    else void navigate(paths.hotspots.to());
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
