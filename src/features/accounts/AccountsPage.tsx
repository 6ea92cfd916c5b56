import { WarningOutlined } from '@ant-design/icons';
import { Typography } from 'antd';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import type { Account } from '../../contract/accounts';
import { may, type Role } from '../../contract/roles';
import { isLost } from '../../shared/failure';
import { idIn, lastPageOf, useListState } from '../../shared/location';
import { paths } from '../../shared/paths';
import { remembered, selectPreferences } from '../../shared/preferences';
import { Clipped } from '../../shared/ui/Clipped';
import { DataTable, type Column } from '../../shared/ui/DataTable';
import { ListPage } from '../../shared/ui/ListPage';
import { LoadFailed } from '../../shared/ui/LoadFailed';
import { Moment } from '../../shared/ui/Moment';
import { NothingHere, NothingOnPage } from '../../shared/ui/NothingHere';
import { NothingLeft, type Narrowing } from '../../shared/ui/NothingLeft';
import { Pager } from '../../shared/ui/Pager';
import { useRememberedFilters } from '../../shared/useRememberedFilters';
import { selectUser } from '../auth/slice';
import { HotspotPicker } from '../hotspots/HotspotPicker';
import { AccountDialogs } from './AccountDialogs';
import { dialogOpened } from './slice';
import { useListAccountsQuery } from './api';

const SORTS = ['username', 'name', 'email', 'type', 'created'] as const;
type Sort = (typeof SORTS)[number];

const WAYS = { filters: ['hotspotId'] } as const;

/** Columns in the order of ACL-01; only the admin sees the plan. */
const columns = (role: Role | undefined): readonly Column<Account, Sort>[] => [
  {
    key: 'username',
    title: 'accounts.username',
    sort: 'username',
    onPhone: 'name',
    cell: ({ id, username }) => (
      <Link to={paths.account.to(id)} className="clipped" title={username}>
        <bdi>{username}</bdi>
      </Link>
    ),
  },
  { key: 'name', title: 'accounts.name', sort: 'name', onPhone: 'fact', cell: ({ name }) => <Clipped text={name} /> },
  { key: 'email', title: 'accounts.email', sort: 'email', onPhone: 'fact', cell: ({ email }) => <Clipped text={email} /> },
  { key: 'type', title: 'accounts.type', sort: 'type', onPhone: 'fact', cell: ({ type }) => <FormattedMessage id={`role.${type}`} /> },
  ...(role === 'admin' ? [PLAN] : []),
  { key: 'created', title: 'accounts.created', sort: 'created', cell: ({ created }) => <Moment at={created} dayOnly /> },
];

const PLAN: Column<Account, Sort> = { key: 'plan', title: 'accounts.plan', cell: (account) => <Plan account={account} /> };

function Plan({ account: { type, subscription } }: { account: Account }) {
  if (type !== 'reseller' || subscription.id === 0) return '-';
  return (
    <>
      {subscription.subscription_plan.name}{' '}
      {subscription.expired && (
        <Typography.Text type="warning">
          <WarningOutlined aria-hidden /> <FormattedMessage id="accounts.expired" />
        </Typography.Text>
      )}
    </>
  );
}

/** The managers an admin or reseller runs. */
export function AccountsPage() {
  const dispatch = useDispatch();
  const user = useSelector(selectUser);
  const role = user?.account_type;
  const { accounts_per_page, selected_hotspot_id } = useSelector(selectPreferences);
  const list = useListState(SORTS, WAYS);
  const filters = useRememberedFilters(list.filters, { hotspotId: String(selected_hotspot_id) });
  const hotspotId = idIn(filters.hotspotId);
  const size = list.size ?? accounts_per_page;
  const accounts = useListAccountsQuery({
    q: list.q,
    sort: list.sort,
    order: list.order,
    hotspot: hotspotId,
    page: list.page,
    limit: size,
  });
  const hasFailed = isLost(accounts);
  const data = hasFailed ? undefined : accounts.data;
  const rows = data?.data ?? [];
  const create =
    role !== undefined && may(role, 'accounts.create')
      ? { label: 'accounts.new' as const, onClick: () => dispatch(dialogOpened({ kind: 'create', hotspotId })) }
      : undefined;
  const allHotspots = () => {
    dispatch(remembered({ selected_hotspot_id: 0 }));
    list.filter({ hotspotId: '0' });
  };
  const narrowings: Narrowing[] = [
    ...(list.q === '' ? [] : [{ loosen: 'list.clear_search' as const, onLoosen: () => list.narrow({ q: '' }) }]),
    ...(hotspotId === 0 ? [] : [{ loosen: 'list.loosen_hotspot' as const, onLoosen: allHotspots }]),
  ];
  const empty = hasFailed ? (
    <LoadFailed message="accounts.load_failed" onRetry={accounts.refetch} />
  ) : list.page > 1 ? (
    <NothingOnPage page={list.page} onLast={() => list.turnTo(lastPageOf(data?.total ?? 0, size))} />
  ) : narrowings.length === 0 ? (
    <NothingHere message="accounts.none" next={create} />
  ) : (
    <NothingLeft narrowings={narrowings} none="accounts.none" />
  );
  return (
    <ListPage
      title="accounts.title"
      count={data?.total}
      search={list.q}
      onSearch={(q) => list.narrow({ q })}
      onRefresh={accounts.refetch}
      create={create}
      tools={<HotspotPicker value={hotspotId} onChoose={(id) => list.filter({ hotspotId: String(id) })} />}
    >
      <DataTable
        label="accounts.title"
        columns={columns(role)}
        rows={rows}
        isSorted={data?.isSorted ?? true}
        isLoading={accounts.isLoading}
        isRefreshing={accounts.isFetching}
        sort={list.sort}
        order={list.order}
        onSort={(sort, order) => list.narrow({ sort, order })}
        nameOf={({ username }) => username}
        actions={({ id }) => [
          {
            key: 'details',
            label: (
              <Link to={paths.account.to(id)}>
                <FormattedMessage id="common.details" />
              </Link>
            ),
          },
          { key: 'modify', label: <FormattedMessage id="common.modify" />, onClick: () => dispatch(dialogOpened({ kind: 'modify', id })) },
          {
            key: 'password',
            label: <FormattedMessage id="profile.change_password" />,
            onClick: () => dispatch(dialogOpened({ kind: 'password', id })),
          },
          // Nobody deletes their own account.
          ...(id === user?.id
            ? []
            : [
                {
                  key: 'delete',
                  danger: true,
                  label: <FormattedMessage id="common.delete" />,
                  onClick: () => dispatch(dialogOpened({ kind: 'delete', id })),
                },
              ]),
        ]}
        empty={empty}
      />
      {rows.length > 0 && data !== undefined && (
        <Pager
          page={list.page}
          size={size}
          total={data.total}
          onTurn={list.turnTo}
          onResize={(chosen) => {
            dispatch(remembered({ accounts_per_page: chosen }));
            list.resize(chosen);
          }}
        />
      )}
      <AccountDialogs />
    </ListPage>
  );
}
