import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import type { AttentionItem, Dashboard } from '../../contract/stats';
import { HOTSPOT_ZONE } from '../../contract/plain/wire';
import { listOfHotspot, paths } from '../../shared/paths';
import { useHotspotZone } from '../hotspots/api';
import { SinceDay } from './SinceDay';
import { useGetDashboardQuery, useListAttentionQuery } from './api';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';
import styles from './OwnerSummary.module.css';

/** How far a day may differ from the average and still count as usual: by a fifth, or by two guests. */
const ALIKE_SHARE = 0.2;
const ALIKE_GUESTS = 2;

/** What the owner of one hotspot wants to know, in three sentences: who is online, how yesterday was, and whether the units work. */
export function OwnerSummary() {
  const { data, isLoading } = useGetDashboardQuery(HOTSPOT_ZONE);
  const { data: alerts } = useListAttentionQuery();
  const zone = useHotspotZone(0);
  if (isLoading) return <LoadingRows rows={1} />;
  // The cards with these numbers report the failure.
  if (!data) return null;
  const silent = alerts?.find((item) => item.kind === 'units_silent');
  return (
    <p className={styles.ownerSummary}>
      <Link to={paths.sessions.to()}>
        <FormattedMessage id="dashboard.owner_online" values={{ count: data.online.at(-1)?.guests ?? 0 }} />
      </Link>{' '}
      {data.yesterday && <Yesterday day={data.yesterday} />} {alerts && <Units total={data.units.total} silent={silent} zone={zone} />}
    </p>
  );
}

function Yesterday({ day: { guests, weekday, usual } }: { day: NonNullable<Dashboard['yesterday']> }) {
  if (usual === null) return <FormattedMessage id="dashboard.owner_yesterday" values={{ guests }} />;
  const isAlike = Math.abs(guests - usual) <= Math.max(ALIKE_GUESTS, usual * ALIKE_SHARE);
  const how = isAlike ? 'same' : guests > usual ? 'more' : 'less';
  return <FormattedMessage id={`dashboard.owner_${how}`} values={{ guests, weekday, usual: Math.round(usual) }} />;
}

interface UnitsProps {
  total: number;
  silent: Extract<AttentionItem, { kind: 'units_silent' }> | undefined;
  zone: string | undefined;
}

function Units({ total, silent, zone }: UnitsProps) {
  if (total === 0) return <FormattedMessage id="dashboard.owner_no_units" />;
  if (!silent) return <FormattedMessage id="dashboard.owner_units_fine" />;
  const { since: at, silent: count, units, silent_units: unitNames, hotspot_id } = silent;
  const [first] = unitNames;
  const since = <SinceDay at={at} zone={zone} />;
  if (count === 1 && first) {
    const unit = <Link to={paths.unit.to(first.id)}>{first.name}</Link>;
    return <FormattedMessage id={at === null ? 'dashboard.owner_unit_never' : 'dashboard.owner_unit_silent'} values={{ unit, since }} />;
  }
  const message = at === null ? 'dashboard.owner_units_never' : 'dashboard.owner_units_silent';
  return (
    <Link to={listOfHotspot('units', hotspot_id) ?? paths.units.to()}>
      <FormattedMessage id={message} values={{ count, units, since }} />
    </Link>
  );
}
