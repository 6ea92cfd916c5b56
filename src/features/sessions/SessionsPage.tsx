import { Button, Flex, Input, Tabs, Typography } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { MAX_LIMIT } from '../../contract/wire';
import { capabilities } from '../../shared/backEnd/capabilities';
import { isLost } from '../../shared/failure';
import { idIn, lastPageOf, useListState } from '../../shared/location';
import { remembered, selectPreferences } from '../../shared/preferences';
import { DataTable } from '../../shared/ui/DataTable';
import { ExportButton } from '../../shared/ui/ExportButton';
import { ListPage } from '../../shared/ui/ListPage';
import { LoadFailed } from '../../shared/ui/LoadFailed';
import { NothingOnPage } from '../../shared/ui/NothingHere';
import { NothingLeft, type Narrowing } from '../../shared/ui/NothingLeft';
import { Pager } from '../../shared/ui/Pager';
import { useNow } from '../../shared/ui/useNow';
import { useRememberedFilters } from '../../shared/useRememberedFilters';
import { selectUser } from '../auth/slice';
import { GuestPicker } from '../guests/GuestPicker';
import { useFirstHotspot } from '../hotspots/api';
import { HotspotPicker } from '../hotspots/HotspotPicker';
import { UnitFilterPicker } from '../units/UnitFilterPicker';
import { SESSION_CSV } from './sessionCsv';
import { guestOf, sessionColumns, SORTS } from './sessionColumns';
import { SessionSums } from './SessionSums';
import { daysOf, isBackwards, toWire } from './sessionWindow';
import { useLazyListHistoriesQuery, useLazyListSessionsQuery, useListHistoriesQuery, useListSessionsQuery } from './api';

const FILTERS = ['tab', 'hotspotId', 'user', 'unit', 'from', 'to'] as const;
const WAYS = { order: 'desc', filters: FILTERS } as const;

/** Polling interval of running sessions while the page is visible, in milliseconds. */
const REFRESH_AFTER = 15_000;

/** Who is online, and who was. */
export function SessionsPage() {
  const intl = useIntl();
  const dispatch = useDispatch();
  const now = useNow();
  const user = useSelector(selectUser);
  const { sessions_per_page, sessions_tab, sessions_user_id, sessions_unit_id, selected_hotspot_id } = useSelector(selectPreferences);
  const runsMany = user?.account_type === 'admin' || user?.account_type === 'reseller';
  const list = useListState(SORTS, WAYS);
  // Where ended sessions of all hotspots are slow, start with one unless the address says otherwise.
  const beginsWithOne = runsMany && !capabilities().isFastOverAllHotspots;
  const isLeftOpen = beginsWithOne && selected_hotspot_id === 0 && sessions_tab === 'history';
  const filters = useRememberedFilters(list.filters, {
    tab: sessions_tab,
    ...(runsMany && !isLeftOpen && { hotspotId: String(selected_hotspot_id) }),
    ...(sessions_user_id > 0 && { user: String(sessions_user_id) }),
    ...(sessions_unit_id > 0 && { unit: String(sessions_unit_id) }),
  });
  const isRunning = filters.tab !== 'history';
  const [guestId, unitId] = [idIn(filters.user), idIn(filters.unit)];
  const isFirst = beginsWithOne && !isRunning && filters.hotspotId === undefined && guestId === 0 && unitId === 0;
  const first = useFirstHotspot(isFirst);
  const hotspotId = isFirst ? first.id : runsMany ? idIn(filters.hotspotId) : (user?.info?.hotspot_id ?? 0);
  const days = daysOf(filters, now);
  const isImpossible = isBackwards(days);
  const size = list.size ?? sessions_per_page;
  const wish = { q: list.q, sort: list.sort, order: list.order, hotspot: hotspotId, user: guestId, unit: unitId, ...toWire(days) };
  const page = { page: list.page, limit: size, sums: 'true' as const, ...list.deep };
  const running = useListSessionsQuery(
    { ...wish, ...page },
    { skip: !isRunning || isImpossible, pollingInterval: REFRESH_AFTER, skipPollingIfUnfocused: true },
  );
  const ended = useListHistoriesQuery({ ...wish, ...page }, { skip: isRunning || isImpossible || first.isReading });
  const sessions = isRunning ? running : ended;
  const [readRunning] = useLazyListSessionsQuery();
  const [readEnded] = useLazyListHistoriesQuery();
  const readAll = async () => {
    const all = { ...wish, page: 1, limit: MAX_LIMIT };
    const { data: read } = await (isRunning ? readRunning(all) : readEnded(all));
    return read?.data;
  };

  const hasFailed = isLost(sessions);
  const data = hasFailed || isImpossible ? undefined : sessions.data;
  const rows = data?.data ?? [];
  const choose = (change: Partial<Record<(typeof FILTERS)[number], string>>) =>
    list.filter({ ...filters, ...(isFirst && { hotspotId: String(hotspotId) }), ...change });
  const chooseGuest = (id: number) => {
    dispatch(remembered({ sessions_user_id: id }));
    choose({ user: id === 0 ? '' : String(id) });
  };
  const chooseUnit = (id: number) => {
    dispatch(remembered({ sessions_unit_id: id }));
    choose({ unit: id === 0 ? '' : String(id) });
  };
  const chooseHotspot = (id: number) => {
    // Guests and units belong to one hotspot, so reset those filters.
    dispatch(remembered({ selected_hotspot_id: id, sessions_user_id: 0, sessions_unit_id: 0 }));
    choose({ hotspotId: String(id), user: '', unit: '' });
  };
  const clear = () => {
    dispatch(remembered({ sessions_user_id: 0, sessions_unit_id: 0, ...(runsMany && { selected_hotspot_id: 0 }) }));
    list.filter({ ...filters, q: '', user: '', unit: '', from: '', to: '', ...(runsMany && { hotspotId: '0' }) });
  };
  const narrowings: Narrowing[] = [
    ...(list.q === '' ? [] : [{ loosen: 'list.clear_search' as const, onLoosen: () => list.narrow({ q: '' }) }]),
    ...(guestId === 0 ? [] : [{ loosen: 'guests.all' as const, onLoosen: () => chooseGuest(0) }]),
    ...(unitId === 0 ? [] : [{ loosen: 'units.all' as const, onLoosen: () => chooseUnit(0) }]),
    ...(runsMany && hotspotId !== 0 ? [{ loosen: 'list.loosen_hotspot' as const, onLoosen: () => chooseHotspot(0) }] : []),
    ...(filters.from !== undefined || filters.to !== undefined
      ? [{ loosen: 'sessions.loosen_days' as const, onLoosen: () => choose({ from: '', to: '' }) }]
      : []),
  ];
  const empty = hasFailed ? (
    <LoadFailed message="sessions.load_failed" onRetry={sessions.refetch} />
  ) : list.page > 1 || list.deep ? (
    <NothingOnPage page={list.page} onLast={() => list.turnTo(lastPageOf(data?.total ?? 0, size))} />
  ) : (
    <NothingLeft narrowings={narrowings} none={isRunning ? 'sessions.none_running' : 'sessions.none_ended'} />
  );
  return (
    <ListPage
      title="sessions.title"
      count={data?.total}
      hasMore={data?.hasMore ?? false}
      search={list.q}
      onSearch={(q) => list.narrow({ q })}
      onRefresh={() => isImpossible || first.isReading || sessions.refetch()}
      tools={
        <>
          {runsMany && <HotspotPicker value={hotspotId} onChoose={chooseHotspot} />}
          <GuestPicker hotspotId={hotspotId} value={guestId} onChoose={chooseGuest} />
          <UnitFilterPicker hotspotId={hotspotId} value={unitId} onChoose={chooseUnit} />
          {(['from', 'to'] as const).map((edge) => (
            <Input
              key={`${edge} ${days[edge]}`}
              type="date"
              style={{ width: 'auto' }}
              prefix={<FormattedMessage id={edge === 'from' ? 'sessions.from' : 'sessions.to'} />}
              aria-label={intl.formatMessage({ id: edge === 'from' ? 'sessions.from' : 'sessions.to' })}
              {...(isImpossible && { status: 'error' as const })}
              defaultValue={days[edge]}
              onPressEnter={({ currentTarget }) => choose({ [edge]: currentTarget.value })}
              onBlur={({ target }) => target.value !== days[edge] && choose({ [edge]: target.value })}
            />
          ))}
          <Button type="link" onClick={clear}>
            <FormattedMessage id="list.clear_filters" />
          </Button>
          <ExportButton total={data?.total} columns={SESSION_CSV} of={JSON.stringify([isRunning, wish])} read={readAll} />
        </>
      }
    >
      <Tabs
        activeKey={isRunning ? 'running' : 'history'}
        onChange={(key) => {
          const tab = key === 'history' ? 'history' : 'running';
          dispatch(remembered({ sessions_tab: tab }));
          list.filter({ ...filters, tab, ...(beginsWithOne && hotspotId === 0 && { hotspotId: '' }) });
        }}
        items={[
          { key: 'running', label: <FormattedMessage id="sessions.running" /> },
          { key: 'history', label: <FormattedMessage id="sessions.history" /> },
        ]}
      />
      {isImpossible ? (
        <Typography.Text type="danger" role="alert">
          <FormattedMessage id="sessions.backwards" />
        </Typography.Text>
      ) : (
        <>
          {data && rows.length > 0 && <SessionSums page={data} />}
          <DataTable
            label={isRunning ? 'sessions.running' : 'sessions.history'}
            columns={sessionColumns(isRunning)}
            rows={rows}
            isSorted={data?.isSorted ?? true}
            isLoading={sessions.isLoading || first.isReading}
            isRefreshing={sessions.isFetching}
            sort={list.sort}
            order={list.order}
            onSort={(sort, order) => list.narrow({ sort, order })}
            nameOf={guestOf}
            empty={empty}
          />
        </>
      )}
      {rows.length > 0 && data !== undefined && (
        <Flex justify="end">
          <Pager
            page={list.page}
            size={size}
            total={data.total}
            depth={{
              hasMore: data.hasMore,
              first: data.first,
              last: data.last,
              now: list.deep,
              count: rows.length,
              onTurn: list.turnDeep,
            }}
            onTurn={list.turnTo}
            onResize={(chosen) => {
              dispatch(remembered({ sessions_per_page: chosen }));
              list.resize(chosen);
            }}
          />
        </Flex>
      )}
    </ListPage>
  );
}
