import { Alert } from 'antd';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import type { LiveUnit } from '../../contract/units';
import { paths } from '../../shared/paths';
import { CodeText } from '../../shared/ui/facts/Facts';
import { Moment } from '../../shared/ui/facts/Moment';
import { isUnheard } from './isUnheard';
import { useMay } from '../auth/useMay';
import { classes } from '../../shared/ui/plain/classes';
import buttonLinkStyles from '../../shared/ui/page/buttonLink.module.css';
import spacingStyles from '../../shared/ui/page/spacing.module.css';

/** Shown for a unit that hasn't been heard for long, or never: since when, and three things to check, most helpful first. */
export function SilentBanner({ unit }: { unit: LiveUnit }) {
  const mayConnect = useMay('units.update');
  const { activity, radius } = unit;
  if (!activity || !isUnheard(unit)) return null;
  const since = <Moment at={activity.last_seen} isInSentence />;
  const ports = radius?.ports;
  return (
    <Alert
      type="warning"
      showIcon
      className={classes(spacingStyles.below16)}
      title={
        <FormattedMessage
          id={activity.last_seen === null ? 'units.never_title' : 'units.silent_title'}
          values={{ name: unit.name, since }}
        />
      }
      description={
        <ol className={spacingStyles.bullets}>
          <li>
            <FormattedMessage id="units.check_power" />
          </li>
          <li>
            {ports ? <FormattedMessage id="units.check_ports" values={{ ...ports }} /> : <FormattedMessage id="units.check_server" />}
          </li>
          <li>
            <FormattedMessage id="units.check_identifier" values={{ identifier: <CodeText text={unit.uuid} /> }} />
          </li>
        </ol>
      }
      action={
        mayConnect &&
        radius && (
          <Link to={paths.connectUnit.to(unit.id)} className={classes(buttonLinkStyles.buttonLink)}>
            <FormattedMessage id="units.connect" />
          </Link>
        )
      }
    />
  );
}
