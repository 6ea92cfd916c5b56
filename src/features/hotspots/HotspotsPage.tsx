import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { may } from '../../contract/plain/roles';
import { capabilities } from '../../shared/backEnd/capabilities';
import { dialogOpened } from '../../shared/dialogs';
import { shownPage } from '../../shared/list/answer';
import type { Filters } from '../../shared/list/filters';
import { ListPage } from '../../shared/list/ListPage';
import { PagedTable } from '../../shared/list/PagedTable';
import { useColumns } from '../../shared/list/useColumns';
import { listKind, useListPage } from '../../shared/list/useListPage';
import { paths } from '../../shared/paths';
import { selectUser } from '../auth/slice';
import { useListHotspotAvailabilityQuery } from '../units/api';
import { HEALTH_SORTS, hotspotColumns, SORTS, type Sort } from './hotspotColumns';
import { PrivacyMissing } from './PrivacyMissing';
import { useIsReadyToCreate } from './useIsReadyToCreate';
import { useListHotspotsQuery } from './api';

const LIST = listKind({ sorts: SORTS, size: 'hotspots_per_page', filters: {} });

/** The default sort shows hotspots with problems first. */
const HEALTH = listKind({ sorts: HEALTH_SORTS, order: 'desc', size: 'hotspots_per_page', filters: {} });

/** Polling interval of the live list, in milliseconds. */
const REFRESH_AFTER = 60_000;
const AVAILABILITY_AFTER = 600_000;

/** The hotspots that an admin or reseller manages. */
export function HotspotsPage() {
  const dispatch = useDispatch();
  const user = useSelector(selectUser);
  const hasHealth = capabilities().hasLiveLists;
  const list = useListPage<Sort, Filters>(hasHealth ? HEALTH : LIST);
  const hotspots = useListHotspotsQuery(
    { q: list.q, ...list.paging, ...(hasHealth && { board: 'true' as const }) },
    { pollingInterval: hasHealth ? REFRESH_AFTER : 0, skipPollingIfUnfocused: true },
  );
  const mayCreate = user !== null && may(user.account_type, 'hotspots.create');
  const reasonId = useId();
  const isReady = useIsReadyToCreate(mayCreate ? user.id : null);

  const create = mayCreate
    ? {
        label: 'hotspots.new' as const,
        onClick: () => dispatch(dialogOpened({ name: 'hotspots/create', args: null })),
        isDisabled: isReady === false,
        describedBy: reasonId,
      }
    : undefined;
  const ids = shownPage(hotspots)?.data.map(({ id }) => id) ?? [];
  const { currentData: availabilities } = useListHotspotAvailabilityQuery(ids, {
    skip: !hasHealth || ids.length === 0,
    pollingInterval: AVAILABILITY_AFTER,
    skipPollingIfUnfocused: true,
  });
  const columns = useColumns('hotspots', hotspotColumns(hasHealth, availabilities));
  return (
    <ListPage
      title="hotspots.title"
      list={list}
      counted="hotspots.count"
      answer={hotspots}
      columns={columns}
      create={create}
      notice={isReady === false && <PrivacyMissing id={reasonId} />}
    >
      <PagedTable
        label="hotspots.title"
        list={list}
        answer={hotspots}
        columns={columns}
        nameOf={({ name }) => name}
        actions={({ id }) => [
          {
            key: 'details',
            label: (
              <Link to={paths.hotspot.to(id)}>
                <FormattedMessage id="common.details" />
              </Link>
            ),
          },
          {
            key: 'modify',
            label: <FormattedMessage id="common.modify" />,
            onClick: () => dispatch(dialogOpened({ name: 'hotspots/modify', args: { id } })),
          },
          {
            key: 'delete',
            danger: true,
            label: <FormattedMessage id="common.delete" />,
            onClick: () => dispatch(dialogOpened({ name: 'hotspots/delete', args: { id } })),
          },
        ]}
        failed="hotspots.load_failed"
        none="hotspots.none"
        next={create}
      />
    </ListPage>
  );
}
