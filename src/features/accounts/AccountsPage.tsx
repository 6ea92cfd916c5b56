import WarningOutlined from '@ant-design/icons/WarningOutlined';
import { Typography } from 'antd';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { ACCOUNT_FIELDS, type AccountField } from '../../contract/plain/accountFields';
import type { Account } from '../../contract/accounts';
import { namesWhere } from '../../contract/plain/fields';
import type { Role } from '../../contract/plain/roles';
import { capabilities } from '../../shared/backEnd/capabilities';
import { dialogOpened } from '../../shared/dialogs';
import { idFilter } from '../../shared/list/filters';
import { ListPage } from '../../shared/list/ListPage';
import { PagedTable } from '../../shared/list/PagedTable';
import { useColumns } from '../../shared/list/useColumns';
import { listKind, useListPage } from '../../shared/list/useListPage';
import { paths } from '../../shared/paths';
import { Clipped } from '../../shared/ui/facts/Clipped';
import type { Column } from '../../shared/ui/table/DataCards';
import { Moment } from '../../shared/ui/facts/Moment';
import { selectUser } from '../auth/slice';
import { useMay } from '../auth/useMay';
import { useHotspotName } from '../hotspots/api';
import { HotspotPicker } from '../hotspots/HotspotPicker';
import { useListAccountsQuery } from './api';
import { useAccountItems } from './useAccountItems';

const SORTS = ['username', 'name', 'email', 'type', 'created'] as const;
type Sort = (typeof SORTS)[number];

/** Fields that are shown only in optional columns. */
const EXTRA: readonly AccountField[] = namesWhere(ACCOUNT_FIELDS, { shown: 'extra' });

// Doesn't start with the hotspot chosen in other lists: looking for a manager of another hotspot, users would find nothing without having
// set a filter here.
const FILTERS = { hotspotId: idFilter({ clearText: 'list.clear_hotspot' }) };
const LIST = listKind({ sorts: SORTS, size: 'accounts_per_page', filters: FILTERS });

/** Columns in the order of ACL-01; only the admin sees the plan. */
const columnsFor = (role: Role | undefined, mayEndSecondFactor: boolean): readonly Column<Account, Sort>[] => [
  {
    key: 'username',
    title: 'accounts.username',
    sort: 'username',
    width: 120,
    grows: true,
    onPhone: 'name',
    cell: ({ id, username }) => (
      <Link to={paths.account.to(id)} className="clipped" title={username}>
        <bdi>{username}</bdi>
      </Link>
    ),
  },
  {
    key: 'name',
    title: 'accounts.name',
    sort: 'name',
    width: 128,
    grows: true,
    onPhone: 'fact',
    cell: ({ name }) => <Clipped text={name} />,
  },
  {
    key: 'email',
    title: 'accounts.email',
    sort: 'email',
    width: 136,
    grows: true,
    onPhone: 'fact',
    cell: ({ email }) => <Clipped text={email} />,
  },
  ...EXTRA.map((field): Column<Account, Sort> => ({
    key: field,
    title: `accounts.${field}`,
    isExtra: true,
    cell: ({ [field]: text }) => <Clipped text={text} />,
  })),
  {
    key: 'type',
    title: 'accounts.type',
    sort: 'type',
    width: 116,
    onPhone: 'fact',
    cell: ({ type }) => <FormattedMessage id={`role.${type}`} />,
  },
  ...(role === 'admin' ? [PLAN] : []),
  ...(capabilities().hasSecondFactors && mayEndSecondFactor ? [SECOND_FACTOR] : []),
  {
    key: 'created',
    title: 'accounts.created',
    sort: 'created',
    width: 104,
    cell: ({ created }) => <Moment at={created} dayOnly isShort />,
  },
];

const PLAN: Column<Account, Sort> = { key: 'plan', title: 'accounts.plan', width: 104, cell: (account) => <Plan account={account} /> };

const SECOND_FACTOR: Column<Account, Sort> = {
  key: 'second_factor',
  title: 'second_factor.title',
  width: 104,
  onPhone: 'fact',
  cell: ({ second_factor: isOn }) => <FormattedMessage id={isOn ? 'second_factor.there' : 'second_factor.none'} />,
};

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

/** The accounts that an admin or reseller manages. */
export function AccountsPage() {
  const dispatch = useDispatch();
  const user = useSelector(selectUser);
  const mayCreate = useMay('accounts.create');
  const mayEndSecondFactor = useMay('accounts.second_factor_off');
  const itemsOf = useAccountItems();
  const list = useListPage(LIST);
  const { hotspotId } = list.filters;
  const hotspotName = useHotspotName(hotspotId);
  const accounts = useListAccountsQuery({ q: list.q, hotspot: hotspotId, ...list.paging });
  const create = mayCreate
    ? { label: 'accounts.new' as const, onClick: () => dispatch(dialogOpened({ name: 'accounts/create', args: { hotspotId } })) }
    : undefined;
  const columns = useColumns('accounts', columnsFor(user?.account_type, mayEndSecondFactor));
  return (
    <ListPage
      title="accounts.title"
      list={list}
      counted="accounts.count"
      answer={accounts}
      columns={columns}
      create={create}
      tools={<HotspotPicker value={hotspotId} onChoose={(id) => list.choose({ hotspotId: id })} />}
    >
      <PagedTable
        label="accounts.title"
        list={list}
        answer={accounts}
        columns={columns}
        nameOf={({ username }) => username}
        actions={(account) => {
          const { id } = account;
          const { own, others } = itemsOf(account);
          const details = {
            key: 'details',
            label: (
              <Link to={paths.account.to(id)}>
                <FormattedMessage id="common.details" />
              </Link>
            ),
          };
          return [details, ...own, ...(id === user?.id ? [] : others)];
        }}
        failed="accounts.load_failed"
        none="accounts.none"
        noneAt={{ message: 'accounts.none_at', hotspot: hotspotName }}
        next={create}
      />
    </ListPage>
  );
}
