import LaptopOutlined from '@ant-design/icons/LaptopOutlined';
import MessageOutlined from '@ant-design/icons/MessageOutlined';
import SwapOutlined from '@ant-design/icons/SwapOutlined';
import TeamOutlined from '@ant-design/icons/TeamOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import WifiOutlined from '@ant-design/icons/WifiOutlined';
import { Typography } from 'antd';
import { FormattedMessage } from 'react-intl';
import { managesSeveralHotspots, type Role } from '../../contract/plain/roles';
import type { Page } from '../../shared/api';
import { listOfHotspot } from '../../shared/paths';
import { CardGrid, CountCard, FactCard, type Counted } from '../../shared/ui/facts/CountCard';
import { SmsForecast } from '../../shared/ui/facts/SmsForecast';
import { SmsUse } from '../../shared/ui/facts/SmsUse';
import { useListAccountsQuery } from '../accounts/api';
import { useCountLateSmsQuery } from '../dashboard/api';
import { useListDevicesQuery } from '../devices/api';
import { useListGuestsQuery } from '../guests/api';
import { useListSessionsQuery } from '../sessions/api';
import { useListUnitsQuery } from '../units/api';
import { useCountHotspotSmsQuery, useHotspotPreferences } from './api';
import countCardStyles from '../../shared/ui/facts/CountCard.module.css';
import { classes } from '../../shared/ui/plain/classes';

/** Totals of a hotspot, linked to their lists if the role has them (HSP-04). Each is the total of its list, fetched with a single row. */
export function HotspotCounts({ hotspotId, role }: { hotspotId: number; role: Role }) {
  const one = { hotspot: hotspotId, page: 1, limit: 1 };
  const accounts = useListAccountsQuery(one, { skip: !managesSeveralHotspots(role) });
  const units = useListUnitsQuery(one, { skip: role === 'desk' });
  const guests = useListGuestsQuery({ ...one, state: 'current' });
  const devices = useListDevicesQuery(one);
  const sessions = useListSessionsQuery(one, { skip: role === 'desk' });
  return (
    <CardGrid>
      {managesSeveralHotspots(role) && (
        <CountCard
          icon={<UserOutlined aria-hidden />}
          label="cards.managers"
          to={listOfHotspot('accounts', hotspotId)}
          counted={totalOf(accounts)}
        />
      )}
      {role !== 'desk' && (
        <CountCard
          icon={<WifiOutlined aria-hidden />}
          label="cards.units"
          to={listOfHotspot('units', hotspotId)}
          counted={totalOf(units)}
        />
      )}
      <CountCard
        icon={<TeamOutlined aria-hidden />}
        label="cards.active_guests"
        to={listOfHotspot('guests', hotspotId)}
        counted={totalOf(guests)}
      />
      <CountCard
        icon={<LaptopOutlined aria-hidden />}
        label="cards.devices"
        to={role === 'desk' ? undefined : listOfHotspot('devices', hotspotId)}
        counted={totalOf(devices)}
      />
      {role !== 'desk' && (
        <CountCard
          icon={<SwapOutlined aria-hidden />}
          label="cards.sessions"
          to={listOfHotspot('sessions', hotspotId)}
          counted={totalOf(sessions)}
        />
      )}
      <HotspotSms hotspotId={hotspotId} />
    </CardGrid>
  );
}

const totalOf = <R,>({ data, isLoading, isError, refetch }: { data?: Page<R> | undefined } & Omit<Counted, 'data'>): Counted => ({
  data: data?.total,
  isLoading,
  isError,
  refetch,
});

/** SMS sent by the hotspot compared with its maximum, and the warning threshold if there is one (HSP-05 to HSP-08). */
function HotspotSms({ hotspotId }: { hotspotId: number }) {
  const sent = useCountHotspotSmsQuery(hotspotId);
  const preferences = useHotspotPreferences(hotspotId);
  const numberOf = (key: string) => Number(preferences.data?.[key] ?? 0);
  const maximum = numberOf('sms_login_max');
  const threshold = numberOf('sms_login_threshold');
  const { data: lately } = useCountLateSmsQuery(hotspotId, { skip: maximum === 0 });
  const isError = sent.isError || preferences.isError;
  const retry = () => {
    void sent.refetch();
    void preferences.refetch();
  };
  return (
    <FactCard
      icon={<MessageOutlined aria-hidden />}
      label="cards.sms"
      isWide
      isLoading={sent.isLoading || preferences.isLoading}
      onRetry={isError ? retry : undefined}
    >
      <SmsUse sent={sent.data ?? 0} maximum={maximum} noMaximum={maximum === 0} />
      {threshold > 0 && (
        <Typography.Text type="secondary" className={classes(countCardStyles.note)}>
          <FormattedMessage id="cards.sms_threshold_left" values={{ threshold }} />
        </Typography.Text>
      )}
      <SmsForecast sent={sent.data ?? 0} maximum={maximum} lately={lately} />
    </FactCard>
  );
}
