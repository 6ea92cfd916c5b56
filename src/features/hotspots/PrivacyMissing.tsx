import { Alert } from 'antd';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/paths';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { classes } from '../../shared/ui/plain/classes';

/** Says why no hotspot can be created yet, with a link to fix that. */
export function PrivacyMissing({ id, onLeave }: { id?: string; onLeave?: () => void }) {
  return (
    <Alert
      type="warning"
      showIcon
      className={classes(spacingStyles.below12)}
      title={
        <span id={id}>
          <FormattedMessage id="hotspots.privacy_missing" />
        </span>
      }
      action={
        <Link to={paths.profile.to()} onClick={onLeave}>
          <FormattedMessage id="hotspots.to_profile" />
        </Link>
      }
    />
  );
}
