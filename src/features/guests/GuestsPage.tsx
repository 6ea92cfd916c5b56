import { Checkbox, Typography } from 'antd';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { MAX_LIMIT } from '../../contract/wire';
import { dialogOpened } from '../../shared/dialogs';
import { shownPage } from '../../shared/list/answer';
import { flagFilter, hotspotFilter } from '../../shared/list/filters';
import { ListPage } from '../../shared/list/ListPage';
import { PagedTable } from '../../shared/list/PagedTable';
import { useColumns } from '../../shared/list/useColumns';
import { listKind, useListPage } from '../../shared/list/useListPage';
import { paths } from '../../shared/paths';
import { useNow } from '../../shared/ui/useNow';
import { selectOwnHotspotId } from '../auth/slice';
import { HotspotPicker } from '../hotspots/HotspotPicker';
import { useListMarketingSettingsQuery } from '../marketing/api';
import { GUEST_CSV } from './guestCsv';
import { guestColumns, SORTS } from './guestColumns';
import { nameOf } from './guestName';
import { isExpired } from './guestValidity';
import { hiddenColumns } from './hiddenColumns';
import { useLazyListExpiredGuestsQuery, useLazyListGuestsQuery, useListExpiredGuestsQuery, useListGuestsQuery } from './api';

const LIST = listKind({
  sorts: SORTS,
  size: 'guests_per_page',
  isDeep: true,
  filters: {
    hotspotId: hotspotFilter(),
    expired: flagFilter({ remembered: 'guests_show_expired', loosen: 'guests.loosen_expired' }),
    marketing: flagFilter({ remembered: 'guests_show_marketing', loosen: 'guests.loosen_marketing' }),
  },
});

/** Guests, with expired and archived ones on demand. */
export function GuestsPage() {
  const dispatch = useDispatch();
  const own = useSelector(selectOwnHotspotId);
  const list = useListPage(LIST, { hotspotId: own });
  const { hotspotId, expired: isExpiredShown, marketing } = list.filters;
  const matching = { q: list.q, hotspot: hotspotId, ...(marketing && { marketing: 'true' as const }) };
  const onPage = { ...matching, ...list.paging, used: 'true' as const };
  const present = useListGuestsQuery({ ...onPage, ...list.deep }, { skip: isExpiredShown });
  const expired = useListExpiredGuestsQuery(onPage, { skip: !isExpiredShown });
  const guests = isExpiredShown ? expired : present;
  const [readPresent] = useLazyListGuestsQuery();
  const [readExpired] = useLazyListExpiredGuestsQuery();
  const readAll = async () => {
    const all = { ...matching, ...list.everything };
    const { data } = await (isExpiredShown ? readExpired(all) : readPresent(all));
    return data?.data;
  };
  const now = useNow();
  // Only for customers and desks, whose lists are always of one hotspot (GST-14).
  const { data: settings = {} } = useListMarketingSettingsQuery(hotspotId, { skip: own === undefined || hotspotId === 0 });

  const total = shownPage(guests)?.total ?? 0;
  const searched = isExpiredShown ? (shownPage(expired)?.searched ?? null) : null;
  const hidden = hiddenColumns(settings);
  const columns = useColumns(
    'guests',
    guestColumns(now).filter(({ key }) => !hidden.includes(key)),
  );
  return (
    <ListPage
      title="guests.title"
      list={list}
      answer={guests}
      columns={columns}
      tools={
        <>
          {own === undefined && <HotspotPicker value={hotspotId} onChoose={(id) => list.choose({ hotspotId: id })} />}
          <Checkbox checked={isExpiredShown} onChange={({ target }) => list.choose({ expired: target.checked })}>
            <FormattedMessage id="guests.show_expired" />
          </Checkbox>
          <Checkbox checked={marketing} onChange={({ target }) => list.choose({ marketing: target.checked })}>
            <FormattedMessage id="guests.show_marketing" />
          </Checkbox>
        </>
      }
      csv={{ columns: GUEST_CSV, read: readAll, total: searched }}
    >
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
            ...(isExpired(guest, now)
              ? [
                  {
                    key: 'revive',
                    label: <FormattedMessage id="guests.revive" />,
                    onClick: () => dispatch(dialogOpened({ name: 'guests/revive', args: key })),
                  },
                ]
              : []),
            {
              key: 'delete',
              danger: true,
              label: <FormattedMessage id="common.delete" />,
              onClick: () => dispatch(dialogOpened({ name: 'guests/delete', args: key })),
            },
          ];
        }}
        failed="guests.load_failed"
        none="guests.none"
        // Both sets of expired guests are merged from page 1, so only the first MAX_LIMIT can be reached.
        reachable={isExpiredShown ? Math.min(total, MAX_LIMIT) : total}
        note={
          <>
            {searched !== null && (
              <Typography.Text type="secondary">
                <FormattedMessage id="guests.searched_first" values={{ count: searched }} />
              </Typography.Text>
            )}
            {isExpiredShown && total > MAX_LIMIT && (
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
