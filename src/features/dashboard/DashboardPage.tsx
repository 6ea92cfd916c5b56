import { Flex } from 'antd';
import { memo, Suspense } from 'react';
import { FormattedMessage } from 'react-intl';
import { useSelector } from 'react-redux';
import { may, managesSeveralHotspots } from '../../contract/plain/roles';
import type { TotalOfGuests } from '../../contract/stats';
import { capabilities } from '../../shared/backEnd/capabilities';
import { CardGrid, CountCard } from '../../shared/ui/facts/CountCard';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';
import { PageHead } from '../../shared/ui/page/PageHead';
import { RevealTogether } from './RevealTogether';
import { selectUser } from '../auth/slice';
import { AttentionList } from './AttentionList';
import { DashboardNumbers } from './DashboardNumbers';
import { IntegrationCards } from './IntegrationCards';
import { OwnerSummary } from './OwnerSummary';
import { SmsCard } from './SmsCard';
import { TOTALS, type TotalRow } from './totals';
import { useCountGuestsQuery, useGetTotalQuery } from './api';
import { lazyPart } from '../../shared/ui/feedback/lazyPart';

const DeskCounter = lazyPart(async () => (await import('../counter/DeskCounter')).DeskCounter);
const CounterTools = lazyPart(async () => (await import('../counter/CounterTools')).CounterTools);
const VouchersCounter = lazyPart(async () => (await import('../counter/VouchersCounter')).VouchersCounter);

/** Vouchers for customers and desks, what needs attention, totals, and links to other platforms. */
export function DashboardPage() {
  const user = useSelector(selectUser);
  if (!user) return null;
  const role = user.account_type;
  const hasMany = managesSeveralHotspots(role);
  // A session stored by an earlier version may lack it; the account is refetched on every start.
  const hotspotId: number | undefined = user.info?.hotspot_id;
  return (
    <>
      <DashboardHead hasMany={hasMany} hotspot={user.info?.hotspot_name} counterOf={role === 'desk' ? hotspotId : undefined} />
      <RevealTogether isAhead={user.info === null}>
        <Flex vertical gap={24}>
          {role === 'customer' && capabilities().hasDashboard && <OwnerSummary />}
          {!hasMany && hotspotId !== undefined && (
            <Suspense fallback={<LoadingRows rows={4} />}>
              {role === 'desk' ? <DeskCounter hotspotId={hotspotId} /> : <VouchersCounter hotspotId={hotspotId} />}
            </Suspense>
          )}
          {capabilities().hasAttentionList && may(role, 'attention.list') && <AttentionList />}
          {capabilities().hasDashboard && may(role, 'dashboard.read') ? (
            <DashboardNumbers role={role} />
          ) : (
            <CardGrid>
              {TOTALS.filter(({ roles }) => roles.includes(role)).map((row) => (
                <TotalCard key={row.label} {...row} />
              ))}
              {hasMany && <SmsCard />}
            </CardGrid>
          )}
          {!hasMany && <IntegrationCards />}
        </Flex>
      </RevealTogether>
    </>
  );
}

interface DashboardHeadProps {
  hasMany: boolean;
  /** The name of the only hotspot. */
  hotspot: string | undefined;
  /** The hotspot whose counter's tools are shown, if any. */
  counterOf: number | undefined;
}

/** Memoised: the same for everybody who runs several hotspots, for whom it was rendered ahead. */
const DashboardHead = memo(function DashboardHead({ hasMany, hotspot, counterOf }: DashboardHeadProps) {
  return (
    <PageHead
      title={<FormattedMessage id="dashboard.title" />}
      state={<FormattedMessage id={hasMany ? 'dashboard.state_many' : 'dashboard.state_one'} values={{ hotspot }} />}
      actions={
        counterOf !== undefined && (
          <Suspense>
            <CounterTools hotspotId={counterOf} />
          </Suspense>
        )
      }
    />
  );
});

/** If the back end can't tell which guests are valid or online, the label says what is counted instead. */
const COUNTED_INSTEAD = {
  all: { counted: 'users', label: 'cards.guests_with_expired' },
  valid: { counted: 'users', label: 'cards.guests_with_expired' },
  current: { counted: 'users', label: 'cards.guests_with_expired' },
  online: { counted: 'sessions', label: 'cards.sessions' },
} as const;

function TotalCard({ state, ...row }: Omit<TotalRow, 'roles'>) {
  if (state === undefined) return <PlainTotal {...row} />;
  return capabilities().hasLiveLists ? <GuestTotal {...row} state={state} /> : <PlainTotal {...row} {...COUNTED_INSTEAD[state]} />;
}

function PlainTotal({ counted, ...card }: Omit<TotalRow, 'roles' | 'state'>) {
  return <CountCard icon={card.icon} label={card.label} to={card.to} counted={useGetTotalQuery(counted)} />;
}

function GuestTotal({ state, ...card }: Omit<TotalRow, 'roles' | 'state'> & { state: TotalOfGuests['state'] }) {
  return <CountCard icon={card.icon} label={card.label} to={card.to} counted={useCountGuestsQuery(state)} />;
}
