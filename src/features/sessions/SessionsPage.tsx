import { Button, Tabs, Typography } from 'antd';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { HOTSPOT_ZONE } from '../../contract/plain/wire';
import { capabilities } from '../../shared/backEnd/capabilities';
import { dialogOpened } from '../../shared/dialogs';
import { justRead, shownPage } from '../../shared/list/answer';
import { DayFilters } from '../../shared/list/DayFilters';
import { hotspotFilter, idFilter, textFilter } from '../../shared/list/filters';
import { ListPage } from '../../shared/list/ListPage';
import { PagedTable } from '../../shared/list/PagedTable';
import { useColumns } from '../../shared/list/useColumns';
import { listKind, useListPage } from '../../shared/list/useListPage';
import { paths } from '../../shared/paths';
import type { Preferences } from '../../shared/preferences';
import { ShownZone } from '../../shared/ui/facts/Moment';
import { useNow } from '../../shared/ui/facts/useNow';
import { selectOwnHotspotId } from '../auth/slice';
import { useMay } from '../auth/useMay';
import { GuestPicker } from '../guests/GuestPicker';
import { useFirstHotspot, useHotspotZone, useHotspotName } from '../hotspots/api';
import { HotspotPicker } from '../hotspots/HotspotPicker';
import { UnitFilterPicker } from '../units/UnitFilterPicker';
import { startTimeIn, StartTimeTag } from './StartTimeTag';
import { SESSION_CSV } from './sessionCsv';
import { guestOf, sessionColumns, SORTS } from './sessionColumns';
import { SessionSums } from './SessionSums';
import { daysOf, isBackwards, toWire } from './sessionWindow';
import { useLazyListHistoriesQuery, useLazyListSessionsQuery, useListHistoriesQuery, useListSessionsQuery } from './api';

const tabIn = (text: string) => (text === 'history' ? 'history' : 'running');

/** If ended sessions of all hotspots are slow, the history starts with one hotspot unless the URL says otherwise. */
const lastHotspot = ({ selected_hotspot_id, sessions_tab }: Preferences) =>
  !capabilities().isFastOverAllHotspots && sessions_tab === 'history' && selected_hotspot_id === 0 ? undefined : selected_hotspot_id;

const LIST = listKind({
  sorts: SORTS,
  order: 'desc',
  size: 'sessions_per_page',
  isDeep: true,
  filters: {
    tab: {
      read: tabIn,
      none: 'running',
      recall: ({ sessions_tab }) => sessions_tab,
      keep: (text) => ({ sessions_tab: tabIn(text) }),
    },
    // A guest or unit belongs to one hotspot, so changing the hotspot resets them.
    hotspotId: { ...hotspotFilter({ resets: ['user', 'unit'] }), recall: lastHotspot },
    user: idFilter({ remembered: 'sessions_user_id', clearText: 'guests.all' }),
    unit: idFilter({ remembered: 'sessions_unit_id', clearText: 'units.all' }),
    from: textFilter({ clearText: 'sessions.clear_days' }),
    to: textFilter({ clearText: 'sessions.clear_days' }),
    // The weekday and hour in which they began, from the map in the reports.
    begun: { read: startTimeIn, clearText: 'sessions.clear_start' },
  },
});

/** Polling interval of running sessions while the page is visible, in milliseconds. */
const REFRESH_AFTER = 15_000;

/** Who is online, and who was. */
export function SessionsPage() {
  const now = useNow();
  const own = useSelector(selectOwnHotspotId);
  const dispatch = useDispatch();
  const requested = useListPage(LIST, { hotspotId: own });
  const isRunning = requested.filters.tab === 'running';
  const beginsWithOne = own === undefined && !capabilities().isFastOverAllHotspots;
  const isOpen = !requested.isGiven('hotspotId') && requested.filters.user === 0 && requested.filters.unit === 0;
  const isFirst = beginsWithOne && !isRunning && isOpen;
  const first = useFirstHotspot(isFirst);
  const list = isFirst ? requested.with({ hotspotId: first.id }) : requested;
  const { hotspotId, user, unit, from, to, begun: startTime } = list.filters;
  const zone = useHotspotZone(hotspotId);
  const hotspotName = useHotspotName(own === undefined ? hotspotId : 0);
  const days = daysOf({ from, to }, now, zone);
  const isImpossible = isBackwards(days);
  const matching = {
    q: list.q,
    hotspot: hotspotId,
    user,
    unit,
    ...toWire(days, zone),
    ...(startTime !== '' && { begun: startTime, tz: HOTSPOT_ZONE }),
  };
  const onPage = { ...matching, ...list.paging, ...list.deep, sums: 'true' as const, live: 'true' as const };
  const running = useListSessionsQuery(onPage, {
    skip: !isRunning || isImpossible,
    pollingInterval: REFRESH_AFTER,
    skipPollingIfUnfocused: true,
  });
  const ended = useListHistoriesQuery(onPage, { skip: isRunning || isImpossible || first.isReading });
  const sessions = isRunning ? running : ended;
  const [readRunning] = useLazyListSessionsQuery();
  const [readEnded] = useLazyListHistoriesQuery();
  const readAll = async () => {
    const all = { ...matching, ...list.unpaged, addresses: 'true' as const };
    return justRead(await (isRunning ? readRunning(all) : readEnded(all)))?.data;
  };
  const page = shownPage(sessions);
  const mayDisconnect = useMay('sessions.disconnect') && capabilities().limitsDevices;
  const { hasLiveLists } = capabilities();
  const columns = useColumns('sessions', sessionColumns(isRunning, own === undefined && hasLiveLists, hasLiveLists));
  return (
    <ShownZone value={zone}>
      <ListPage
        title="sessions.title"
        list={list}
        counted="sessions.count"
        answer={sessions}
        columns={columns}
        tools={
          <>
            {own === undefined && <HotspotPicker value={hotspotId} onChoose={(id) => list.choose({ hotspotId: id })} />}
            <GuestPicker hotspotId={hotspotId} value={user} onChoose={(id) => list.choose({ user: id })} />
            <UnitFilterPicker hotspotId={hotspotId} value={unit} onChoose={(id) => list.choose({ unit: id })} />
            <DayFilters days={days} isWrong={isImpossible} withoutDay="sessions.without_day" zone={zone} onChoose={list.choose} />
            {startTime !== '' && <StartTimeTag startTime={startTime} onRemove={() => list.choose({ begun: '' })} />}
            <Button type="link" onClick={list.clear}>
              <FormattedMessage id="list.clear_filters" />
            </Button>
          </>
        }
        csv={{ columns: SESSION_CSV, read: readAll }}
      >
        <Tabs
          activeKey={isRunning ? 'running' : 'history'}
          // Running sessions are few, so "all hotspots" is fast there; drop that choice, so that the history starts with one again.
          onChange={(key) => requested.choose({ tab: tabIn(key), ...(beginsWithOne && hotspotId === 0 && { hotspotId: undefined }) })}
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
            {page && page.data.length > 0 && <SessionSums page={page} />}
            <PagedTable
              label={isRunning ? 'sessions.running' : 'sessions.history'}
              list={list}
              answer={sessions}
              columns={columns}
              nameOf={guestOf}
              actions={({ id, user: guest }) => [
                {
                  key: 'details',
                  label: (
                    <Link to={paths.session.to(id, isRunning)}>
                      <FormattedMessage id="common.details" />
                    </Link>
                  ),
                },
                ...(guest.id > 0
                  ? [
                      {
                        key: 'guest',
                        label: (
                          <Link to={paths.guest.to(guest.id)}>
                            <FormattedMessage id="sessions.open_guest" />
                          </Link>
                        ),
                      },
                    ]
                  : []),
                ...(isRunning && mayDisconnect
                  ? [
                      {
                        key: 'disconnect',
                        danger: true,
                        label: <FormattedMessage id="sessions.disconnect" />,
                        onClick: () => dispatch(dialogOpened({ name: 'sessions/disconnect', args: { id } })),
                      },
                    ]
                  : []),
              ]}
              failed="sessions.load_failed"
              none={isRunning ? 'sessions.none_running' : 'sessions.none_ended'}
              noneAt={{ message: isRunning ? 'sessions.none_running_at' : 'sessions.none_ended_at', hotspot: hotspotName }}
            />
          </>
        )}
      </ListPage>
    </ShownZone>
  );
}
