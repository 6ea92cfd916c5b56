import type { ReactNode } from 'react';
import { FormattedMessage, FormattedNumber } from 'react-intl';
import { Link } from 'react-router-dom';
import { managesSeveralHotspots, type Role } from '../../contract/plain/roles';
import type { Dashboard } from '../../contract/stats';
import { HOTSPOT_ZONE } from '../../contract/plain/wire';
import { MEASURE_SIGNS, signOf } from '../../shared/chartStyle';
import { consoleConfig } from '../../shared/config';
import { isLost } from '../../shared/failure';
import { paths } from '../../shared/paths';
import { CardGrid } from '../../shared/ui/facts/CountCard';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { Moment, ShownZone } from '../../shared/ui/facts/Moment';
import { Section } from '../../shared/ui/page/Section';
import { useChartStyle } from '../../shared/ui/page/useChartStyle';
import { useHotspotZone } from '../hotspots/api';
import { FirstStep } from './FirstStep';
import { OnlineChart } from './OnlineChart';
import { SmsFacts } from './SmsCard';
import { TrendCard } from './TrendCard';
import { TOTALS } from './totals';
import { useGetDashboardQuery } from './api';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';
import panelsStyles from '../../shared/ui/page/panels.module.css';
import styles from './DashboardNumbers.module.css';
import usedBarStyles from '../../shared/ui/facts/usedBar.module.css';

/** Polling interval of the demonstration's numbers, in milliseconds. */
const DEMONSTRATED_EVERY = 2500;

/** The cards with recent days, guests online, busiest hotspots and newest guests, all from one response. */
export function DashboardNumbers({ role }: { role: Role }) {
  // In the demonstration, visitors who log in as a guest in another window expect to appear here promptly.
  const { demonstration } = consoleConfig();
  const polling = { pollingInterval: DEMONSTRATED_EVERY, skipPollingIfUnfocused: true, refetchOnFocus: true };
  const numbers = useGetDashboardQuery(HOTSPOT_ZONE, demonstration ? polling : {});
  const { data, isLoading, refetch } = numbers;
  const hasMany = managesSeveralHotspots(role);
  const zone = useHotspotZone(0);
  return (
    <ShownZone value={zone}>
      {isLost(numbers) && <LoadFailed message="dashboard.load_failed" onRetry={refetch} />}
      {data && <FirstStep role={role} numbers={data} />}
      <CardGrid>
        {TOTALS.filter(({ roles }) => roles.includes(role)).map(({ counted, label, icon, to, daily }) => (
          <TrendCard
            key={label}
            icon={icon}
            label={label}
            to={to}
            isLoading={isLoading}
            trend={data?.[counted] ?? undefined}
            daily={daily}
          />
        ))}
        {hasMany && <SmsFacts pack={data?.sms?.pack} lately={data?.sms?.lately} sent={data?.sms?.sent} isLoading={isLoading} />}
      </CardGrid>
      {(data !== undefined || isLoading) && (
        <div className={panelsStyles.dashboardPanels}>
          <Section title="dashboard.online">
            <OnceLoaded data={data}>{({ online, most_online }) => <OnlineChart online={online} most={most_online} />}</OnceLoaded>
          </Section>
          {hasMany && (
            <Section title="dashboard.busiest">
              <OnceLoaded data={data}>{({ busiest }) => <Busiest rows={busiest} />}</OnceLoaded>
            </Section>
          )}
          <Section title="dashboard.newest">
            <OnceLoaded data={data}>{({ newest }) => <Newest rows={newest} withHotspot={hasMany} />}</OnceLoaded>
          </Section>
        </div>
      )}
    </ShownZone>
  );
}

function OnceLoaded({ data, children }: { data: Dashboard | undefined; children: (data: Dashboard) => ReactNode }) {
  return data ? children(data) : <LoadingRows rows={5} />;
}

function Busiest({ rows }: { rows: Dashboard['busiest'] }) {
  const most = rows[0]?.guests ?? 0;
  const { colour: background } = signOf(MEASURE_SIGNS['reports.guests'], useChartStyle());
  if (rows.length === 0) return <FormattedMessage id="dashboard.busiest_none" />;
  return (
    <ol className={styles.ranking}>
      {rows.map(({ hotspot_id, hotspot_name, guests }) => (
        <li key={hotspot_id}>
          <Link to={paths.hotspot.to(hotspot_id)}>{hotspot_name}</Link>
          <span>
            <FormattedNumber value={guests} />
          </span>
          <span className={usedBarStyles.usedBar} aria-hidden>
            <span style={{ background, width: `${(guests / Math.max(1, most)) * 100}%` }} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function Newest({ rows, withHotspot }: { rows: Dashboard['newest']; withHotspot: boolean }) {
  if (rows.length === 0) return <FormattedMessage id="guests.none" />;
  return (
    <ul className={styles.ranking}>
      {rows.map(({ id, guest_name, username, created, hotspot_name }) => (
        <li key={id}>
          <span>
            <Link to={paths.guest.to(id)}>
              <bdi>{guest_name === '' ? username : guest_name}</bdi>
            </Link>
            {withHotspot && (
              <span className="soft more">
                <bdi>{hotspot_name}</bdi>
              </span>
            )}
          </span>
          <span className="soft">
            <Moment at={created} isShort />
          </span>
        </li>
      ))}
    </ul>
  );
}
