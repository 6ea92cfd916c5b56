import { Checkbox, Segmented, Typography } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { MAX_LIMIT } from '../../contract/plain/wire';
import { capabilities } from '../../shared/backEnd/capabilities';
import { dialogOpened } from '../../shared/dialogs';
import { justRead, shownPage } from '../../shared/list/answer';
import { flagFilter, hotspotFilter } from '../../shared/list/filters';
import { ListPage } from '../../shared/list/ListPage';
import { PagedTable } from '../../shared/list/PagedTable';
import { useColumns } from '../../shared/list/useColumns';
import { listKind, useListPage } from '../../shared/list/useListPage';
import { paths } from '../../shared/paths';
import { GUEST_SEGMENTS, type GuestSegment } from '../../shared/preferences';
import { useNow } from '../../shared/ui/facts/useNow';
import { selectOwnHotspotId } from '../auth/slice';
import { useHotspotName } from '../hotspots/api';
import { HotspotPicker } from '../hotspots/HotspotPicker';
import { useListMarketingSettingsQuery } from '../marketing/api';
import { GUEST_CSV } from './guestCsv';
import { guestColumns, SORTS } from './guestColumns';
import { nameOf } from './guestName';
import { isExpired } from './guestValidity';
import { hiddenColumns } from './hiddenColumns';
import { useLazyListExpiredGuestsQuery, useLazyListGuestsQuery, useListExpiredGuestsQuery, useListGuestsQuery } from './api';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { classes } from '../../shared/ui/plain/classes';

/** An existing back end can only tell valid guests from expired ones. */
const segments = (): readonly GuestSegment[] => (capabilities().hasLiveLists ? GUEST_SEGMENTS : ['active', 'expired']);

const segmentIn = (text: string): GuestSegment => segments().find((segment) => segment === text) ?? 'active';

const NOBODY = { active: 'guests.none', online: 'guests.none_online', expired: 'guests.none_expired', all: 'guests.none' } as const;

/** Polling interval of the online guests, in milliseconds; the same as in the list of sessions. */
const REFRESH_AFTER = 15_000;

const LIST = listKind({
  sorts: SORTS,
  size: 'guests_per_page',
  isDeep: true,
  filters: {
    hotspotId: hotspotFilter(),
    segment: {
      read: segmentIn,
      recall: ({ guests_segment }) => guests_segment,
      keep: (text) => ({ guests_segment: segmentIn(text) }),
      formerly: { name: 'expired', read: (text) => (text === 'true' ? 'expired' : '') },
      clearText: 'guests.all',
      clearsTo: 'all' as const,
    },
    marketing: flagFilter({ remembered: 'guests_show_marketing', clearText: 'guests.clear_marketing' }),
  },
});

/** Guests by segment: valid, online, expired and archived, or all. */
export function GuestsPage() {
  const intl = useIntl();
  const dispatch = useDispatch();
  const own = useSelector(selectOwnHotspotId);
  const list = useListPage(LIST, { hotspotId: own });
  const { hotspotId, segment, marketing } = list.filters;
  const hotspotName = useHotspotName(own === undefined ? hotspotId : 0);
  // A search among active guests covers all guests: the user may not know that a guest has expired.
  const isFound = segment === 'active' && list.q !== '' && capabilities().hasLiveLists;
  const isMerged = segment === 'expired' || segment === 'all' || isFound;
  const matching = { q: list.q, hotspot: hotspotId, ...(marketing && { marketing: 'true' as const }) };
  const onPage = { ...matching, ...list.paging, used: 'true' as const };
  const isOnline = segment === 'online';
  const ofPresent = { state: isOnline ? ('online' as const) : ('current' as const) };
  const ofMerged = { state: segment === 'expired' ? ('over' as const) : ('all' as const) };
  const present = useListGuestsQuery(
    { ...onPage, ...ofPresent, ...list.deep },
    { skip: isMerged, pollingInterval: isOnline ? REFRESH_AFTER : 0, skipPollingIfUnfocused: true },
  );
  const merged = useListExpiredGuestsQuery({ ...onPage, ...ofMerged }, { skip: !isMerged });
  const guests = isMerged ? merged : present;
  const [readPresent] = useLazyListGuestsQuery();
  const [readExpired] = useLazyListExpiredGuestsQuery();
  const readAll = async () => {
    const all = { ...matching, ...list.unpaged };
    return justRead(await (isMerged ? readExpired({ ...all, ...ofMerged }) : readPresent({ ...all, ...ofPresent })))?.data;
  };
  const now = useNow();
  // Only for customers and desks, whose lists are always of one hotspot (GST-14).
  const { data: settings = {} } = useListMarketingSettingsQuery(hotspotId, { skip: own === undefined || hotspotId === 0 });

  const total = shownPage(guests)?.total ?? 0;
  const searched = isMerged ? (shownPage(merged)?.searched ?? null) : null;
  const hidden = hiddenColumns(settings);
  const columns = useColumns(
    'guests',
    guestColumns(now, own === undefined).filter(({ key }) => !hidden.includes(key)),
  );
  return (
    <ListPage
      title="guests.title"
      list={list}
      counted="guests.count"
      answer={guests}
      columns={columns}
      isInstant={capabilities().hasLiveLists}
      tools={
        <>
          {own === undefined && <HotspotPicker value={hotspotId} onChoose={(id) => list.choose({ hotspotId: id })} />}
          <Checkbox checked={marketing} onChange={({ target }) => list.choose({ marketing: target.checked })}>
            <FormattedMessage id="guests.show_marketing" />
          </Checkbox>
        </>
      }
      csv={{ columns: GUEST_CSV, read: readAll, total: searched }}
    >
      <Segmented
        className={classes(spacingStyles.below12, 'not-on-paper')}
        aria-label={intl.formatMessage({ id: 'guests.segment' })}
        value={segment}
        options={segments().map((value) => ({ value, label: intl.formatMessage({ id: `guests.segment_${value}` }) }))}
        onChange={(value) => list.choose({ segment: value })}
      />
      {isFound && (
        <Typography.Paragraph type="secondary" className={classes(spacingStyles.below8)}>
          <FormattedMessage id="guests.search_finds_expired" />
        </Typography.Paragraph>
      )}
      <PagedTable
        label="guests.title"
        list={list}
        answer={guests}
        columns={columns}
        nameOf={nameOf}
        keyOf={({ id, isArchived }) => `${isArchived ? 'archived' : 'present'} ${String(id)}`}
        isOver={(guest) => isExpired(guest, now)}
        actions={(guest) => {
          const key = { id: guest.id, isArchived: guest.isArchived };
          return [
            {
              key: 'details',
              label: (
                <Link to={paths.guest.to(guest.id, guest.isArchived)}>
                  <FormattedMessage id="common.details" />
                </Link>
              ),
            },
            {
              key: 'modify',
              label: <FormattedMessage id="common.modify" />,
              onClick: () => dispatch(dialogOpened({ name: 'guests/modify', args: key })),
            },
            {
              key: 'extend',
              label: <FormattedMessage id="guests.extend" />,
              onClick: () => dispatch(dialogOpened({ name: 'guests/extend', args: key })),
            },
            {
              key: 'delete',
              danger: true,
              label: <FormattedMessage id="common.delete" />,
              onClick: () => dispatch(dialogOpened({ name: 'guests/delete', args: key })),
            },
          ];
        }}
        failed="guests.load_failed"
        none={NOBODY[segment]}
        noneAt={{ message: `${NOBODY[segment]}_at`, hotspot: hotspotName }}
        // Both sets of expired guests are merged from page 1, so only the first MAX_LIMIT can be reached.
        reachable={isMerged ? Math.min(total, MAX_LIMIT) : total}
        note={
          <>
            {searched !== null && (
              <Typography.Text type="secondary">
                <FormattedMessage id="guests.searched_first" values={{ count: searched }} />
              </Typography.Text>
            )}
            {isMerged && total > MAX_LIMIT && (
              <Typography.Text type="secondary">
                <FormattedMessage id="guests.expired_first_only" values={{ count: MAX_LIMIT }} />
              </Typography.Text>
            )}
          </>
        }
      />
    </ListPage>
  );
}
