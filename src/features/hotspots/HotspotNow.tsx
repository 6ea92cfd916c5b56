import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import type { LiveUnit } from '../../contract/units';
import type { Role } from '../../contract/plain/roles';
import { may } from '../../contract/plain/roles';
import { capabilities } from '../../shared/backEnd/capabilities';
import { listOfHotspot, paths } from '../../shared/paths';
import { DaysStrip } from '../../shared/ui/facts/AvailabilityStrip';
import { Moment, ShownZone } from '../../shared/ui/facts/Moment';
import { Section } from '../../shared/ui/page/Section';
import { useGetHotspotOnlineQuery } from '../dashboard/api';
import { OnlineChart } from '../dashboard/OnlineChart';
import { UnitState } from '../units/UnitState';
import { useListUnitAvailabilityQuery, useListUnitsQuery } from '../units/api';
import { useHotspotZone } from './api';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';
import styles from './HotspotNow.module.css';
import panelsStyles from '../../shared/ui/page/panels.module.css';

/** Number of units to load. */
const MOST = 100;

/** Number of units shown here; the list of units has all. */
const SHOWN = 8;

/** Polling interval, in milliseconds. */
const REFRESH_AFTER = 60_000;

/** Whether a role may see how a hotspot is doing now, and the back end reports it. */
export const hasCurrentState = (role: Role) => capabilities().hasLiveLists && capabilities().hasDashboard && may(role, 'dashboard.read');

const useUnits = (hotspot: number) =>
  useListUnitsQuery({ hotspot, live: 'true', page: 1, limit: MOST }, { pollingInterval: REFRESH_AFTER, skipPollingIfUnfocused: true });

const stateOf = ({ activity }: LiveUnit) => activity?.state ?? 'idle';
const isSilent = (unit: LiveUnit) => stateOf(unit) === 'silent';

/** Guests online, active units, and units that are silent and since when, in one line. Renders nothing until it is loaded. */
export function HotspotState({ hotspotId }: { hotspotId: number }) {
  const online = useGetHotspotOnlineQuery(hotspotId, { pollingInterval: REFRESH_AFTER, skipPollingIfUnfocused: true }).currentData;
  const units = useUnits(hotspotId).currentData;
  if (!online || !units) return null;
  const silent = units.data.filter(isSilent);
  const [first, ...others] = silent;
  const active = units.data.filter((unit) => stateOf(unit) === 'active').length;
  return (
    <span className={styles.hotspotState}>
      <FormattedMessage id="hotspots.now_online" values={{ count: online.online.at(-1)?.guests ?? 0 }} />
      {units.total > 0 && units.total <= MOST && (
        <>
          {' · '}
          <FormattedMessage id="hotspots.now_active" values={{ active, units: units.total }} />
        </>
      )}
      {first && (
        <>
          {' · '}
          <strong>
            {others.length > 0 ? (
              <FormattedMessage id="hotspots.now_silent_many" values={{ count: silent.length }} />
            ) : (
              <FormattedMessage
                id={first.activity?.last_seen ? 'hotspots.now_silent' : 'hotspots.now_never'}
                values={{ unit: first.name, since: <Moment at={first.activity?.last_seen} isInSentence /> }}
              />
            )}
          </strong>{' '}
          <Link to={others.length > 0 ? (listOfHotspot('units', hotspotId) ?? paths.units.to()) : paths.unit.to(first.id)}>
            <FormattedMessage id={others.length > 0 ? 'attention.open_units' : 'attention.open_unit'} />
          </Link>
        </>
      )}
    </span>
  );
}

/** Guests online over a day, and the units with problems first. Parts that can't be loaded are left out; the lists report why. */
export function HotspotNow({ hotspotId }: { hotspotId: number }) {
  const zone = useHotspotZone(hotspotId);
  const online = useGetHotspotOnlineQuery(hotspotId);
  const units = useUnits(hotspotId);
  const rows = [...(units.currentData?.data ?? [])].sort((one, other) => RANK[stateOf(one)] - RANK[stateOf(other)]);
  return (
    <ShownZone value={zone}>
      <div className={panelsStyles.dashboardPanels}>
        {!online.isError && (
          <Section title="dashboard.online">
            {online.currentData ? (
              <OnlineChart online={online.currentData.online} most={online.currentData.most_online} />
            ) : (
              <LoadingRows rows={4} />
            )}
          </Section>
        )}
        {rows.length > 0 && (
          <Section title="units.title">
            <Units rows={rows.slice(0, SHOWN)} />
            {(units.currentData?.total ?? 0) > SHOWN && (
              <Link to={listOfHotspot('units', hotspotId) ?? paths.units.to()}>
                <FormattedMessage id="hotspots.all_units" values={{ count: units.currentData?.total ?? 0 }} />
              </Link>
            )}
          </Section>
        )}
      </div>
    </ShownZone>
  );
}

const RANK = { silent: 0, idle: 1, active: 2 };

function Units({ rows }: { rows: readonly LiveUnit[] }) {
  const { currentData: availabilities } = useListUnitAvailabilityQuery(rows.map(({ id }) => id));
  return (
    <ul className={styles.hotspotUnits}>
      {rows.map((unit) => (
        <li key={unit.id}>
          <Link to={paths.unit.to(unit.id)} className="clipped" title={unit.name}>
            {unit.name}
          </Link>
          <UnitState unit={unit} activity={undefined} />
          <DaysStrip availability={availabilities?.[unit.id]} of="unit" />
        </li>
      ))}
    </ul>
  );
}
