import { useContext } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Dashboard } from '../../contract/stats';
import { formatTime } from '../../shared/format/dates';
import { MeasureLine } from './MeasureLine';
import { Moment, ShownZone } from '../../shared/ui/facts/Moment';
import { classes } from '../../shared/ui/plain/classes';
import styles from './OnlineChart.module.css';
import measureLineStyles from './MeasureLine.module.css';
import availabilityStripStyles from '../../shared/ui/facts/AvailabilityStrip.module.css';

/** Padding for the line and its marker, as a fraction of the height. */
const EDGE = 0.05;

/** Guests online over the last day, as an area chart, and as a table for screen readers. */
export function OnlineChart({ online, most }: { online: Dashboard['online']; most: Dashboard['most_online'] }) {
  const intl = useIntl();
  const zone = useContext(ShownZone);
  const first = online[0];
  const last = online.at(-1);
  if (!first || !last) return null;
  const highest = Math.max(1, most?.guests ?? 0, ...online.map(({ guests }) => guests));
  const [from, to] = [Date.parse(first.at), Date.parse(last.at)];
  const points = online.map(({ at, guests }) => ({
    x: (Date.parse(at) - from) / Math.max(1, to - from),
    y: 1 - EDGE - (guests / highest) * (1 - 2 * EDGE),
  }));
  return (
    <>
      <p className={styles.onlineNow}>
        <strong>{intl.formatNumber(last.guests)}</strong>{' '}
        <span className="soft">
          {most && most.guests > last.guests ? (
            <FormattedMessage id="dashboard.online_most" values={{ count: most.guests, moment: <Moment at={most.at} isInSentence /> }} />
          ) : (
            <FormattedMessage id="dashboard.online_most_now" />
          )}
        </span>
      </p>
      <MeasureLine className={measureLineStyles.onlineCourse} points={points} measure="reports.guests" />
      <div className={classes('soft', availabilityStripStyles.onlineHours)} aria-hidden>
        <Moment at={first.at} isShort />
        <FormattedMessage id="dashboard.now" />
      </div>
      {/* Hidden by a wrapper, because a table can't be made smaller than its rows. */}
      <div className="only-heard">
        <table>
          <caption>
            <FormattedMessage id="dashboard.online" />
          </caption>
          <tbody>
            {online.map(({ at, guests }) => (
              <tr key={at}>
                <th scope="row">{formatTime(at, intl.locale, zone)}</th>
                <td>{intl.formatNumber(guests)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
