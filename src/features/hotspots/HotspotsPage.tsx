import { Alert, Typography } from 'antd';
import { FormattedMessage } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import type { HotspotRow } from '../../contract/hotspots';
import { may } from '../../contract/roles';
import { dialogOpened } from '../../shared/dialogs';
import { ListPage } from '../../shared/list/ListPage';
import { PagedTable } from '../../shared/list/PagedTable';
import { useColumns } from '../../shared/list/useColumns';
import { listKind, useListPage } from '../../shared/list/useListPage';
import { paths } from '../../shared/paths';
import type { Column } from '../../shared/ui/DataTable';
import { Moment } from '../../shared/ui/Moment';
import { selectUser } from '../auth/slice';
import { useGetAccountQuery } from '../accounts/api';
import { isPrivacyComplete } from './hotspotForm';
import { useListHotspotsQuery } from './api';

const SORTS = [
  'name',
  'description',
  'business_name',
  'business_vat',
  'business_address',
  'business_email',
  'business_dpo',
  'business_dpo_mail',
  'created',
] as const;
type Sort = (typeof SORTS)[number];

const LIST = listKind({ sorts: SORTS, size: 'hotspots_per_page', filters: {} });

const COLUMNS: readonly Column<HotspotRow, Sort>[] = [
  {
    key: 'name',
    title: 'hotspots.name',
    sort: 'name',
    onPhone: 'name',
    cell: ({ id, name }) => (
      <Link to={paths.hotspot.to(id)} className="clipped" title={name}>
        {name}
      </Link>
    ),
  },
  {
    key: 'description',
    title: 'hotspots.description',
    sort: 'description',
    onPhone: 'fact',
    cell: ({ description }) => <Clipped text={description} />,
  },
  {
    key: 'business_name',
    title: 'hotspots.business_name',
    sort: 'business_name',
    onPhone: 'fact',
    cell: (row) => <Required text={row.business_name} missing="hotspots.add_business_name" />,
  },
  {
    key: 'business_vat',
    title: 'hotspots.business_vat',
    sort: 'business_vat',
    onPhone: ({ business_vat }) => business_vat === '',
    cell: (row) => <Required text={row.business_vat} missing="hotspots.add_business_vat" />,
  },
  {
    key: 'business_address',
    title: 'hotspots.business_address',
    sort: 'business_address',
    onPhone: 'fact',
    cell: (row) => <Required text={row.business_address} missing="hotspots.add_business_address" />,
  },
  {
    key: 'business_email',
    title: 'hotspots.business_email',
    sort: 'business_email',
    onPhone: ({ business_email }) => business_email === '',
    cell: (row) => <Required text={row.business_email} missing="hotspots.add_business_email" />,
  },
  {
    key: 'business_dpo',
    title: 'hotspots.business_dpo',
    sort: 'business_dpo',
    cell: ({ business_dpo }) => <Clipped text={business_dpo} />,
  },
  {
    key: 'business_dpo_mail',
    title: 'hotspots.business_dpo_mail',
    sort: 'business_dpo_mail',
    cell: (row) => <Clipped text={row.business_dpo_mail} />,
  },
  { key: 'created', title: 'hotspots.created', sort: 'created', cell: ({ created }) => <Moment at={created} dayOnly isShort /> },
];

/** The hotspots an admin or reseller runs. */
export function HotspotsPage() {
  const dispatch = useDispatch();
  const user = useSelector(selectUser);
  const list = useListPage(LIST);
  const hotspots = useListHotspotsQuery({ q: list.q, ...list.paging });
  const mayCreate = user !== null && may(user.account_type, 'hotspots.create');
  const isReady = useIsReadyToCreate(mayCreate ? user.id : null);

  const create = mayCreate
    ? {
        label: 'hotspots.new' as const,
        onClick: () => dispatch(dialogOpened({ name: 'hotspots/create', args: null })),
        isDisabled: isReady === false,
      }
    : undefined;
  const columns = useColumns('hotspots', COLUMNS);
  return (
    <ListPage
      title="hotspots.title"
      list={list}
      answer={hotspots}
      columns={columns}
      create={create}
      notice={isReady === false && <PrivacyMissing />}
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

/** Whether a reseller has filled in its privacy fields and may create hotspots (HSL-16); undefined until known. */
function useIsReadyToCreate(accountId: number | null): boolean | undefined {
  const { data: account } = useGetAccountQuery(accountId ?? 0, { skip: accountId === null });
  return account && isPrivacyComplete(account);
}

function PrivacyMissing() {
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 12 }}
      title={<FormattedMessage id="hotspots.privacy_missing" />}
      action={
        <Link to={paths.profile.to()}>
          <FormattedMessage id="hotspots.to_profile" />
        </Link>
      }
    />
  );
}

/** A required business field, or a red hint if it is missing (HSL-12). */
function Required({ text, missing }: { text: string; missing: FormatjsIntl.Message['ids'] }) {
  if (text !== '') return <Clipped text={text} />;
  return (
    <Typography.Text type="danger">
      <FormattedMessage id={missing} />
    </Typography.Text>
  );
}

/** Truncates long text to keep the table narrow; the tooltip has all of it. */
function Clipped({ text }: { text: string }) {
  return (
    <span className="clipped" title={text}>
      {text === '' ? '-' : text}
    </span>
  );
}
