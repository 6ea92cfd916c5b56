import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { Alert, Button } from 'antd';
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { Link, useNavigate } from 'react-router-dom';
import type { Batch } from '../../contract/batches';
import { CARD_PAGE_SIZES } from '../../contract/plain/wire';
import { dialogOpened } from '../../shared/dialogs';
import { justRead } from '../../shared/list/answer';
import { ListPage } from '../../shared/list/ListPage';
import { PagedTable } from '../../shared/list/PagedTable';
import { useColumns } from '../../shared/list/useColumns';
import { listKind, useListPage } from '../../shared/list/useListPage';
import { paths } from '../../shared/paths';
import type { Column } from '../../shared/ui/table/DataCards';
import { Moment, ShownZone } from '../../shared/ui/facts/Moment';
import { useHotspotZone, type HotspotFacts } from '../hotspots/api';
import { batchName } from './batchName';
import { useLazyListAllVouchersQuery, useListBatchesQuery } from '../vouchers/api';

const SORTS = ['created'] as const;
const LIST = listKind({ sorts: SORTS, order: 'desc', size: 'vouchers_per_page', sizes: CARD_PAGE_SIZES, filters: {} });

const count = (key: 'made' | 'used' | 'expired' | 'left'): Column<Batch, 'created'> => ({
  key,
  title: `batches.${key}`,
  width: 72,
  align: 'right',
  onPhone: 'fact',
  cell: (batch) => <FormattedNumber value={batch[key]} />,
});

const columnsOf = (hotspotId: number): readonly Column<Batch, 'created'>[] => [
  {
    key: 'name',
    title: 'batches.name',
    width: 140,
    grows: true,
    onPhone: 'name',
    cell: (batch) => <BatchLink hotspotId={hotspotId} batch={batch} />,
  },
  count('made'),
  count('used'),
  count('expired'),
  count('left'),
  { key: 'made_by', title: 'batches.made_by', width: 96, cell: ({ made_by }) => <bdi className="clipped">{made_by}</bdi> },
  { key: 'created', title: 'vouchers.created', width: 124, cell: ({ created }) => <Moment at={created} isShort /> },
];

/** A hotspot's batches: shows how much of each is used, prints a batch, and cancels its unused vouchers. */
export function BatchesTab({ hotspot }: { hotspot: HotspotFacts }) {
  const dispatch = useDispatch();
  const intl = useIntl();
  const navigate = useNavigate();
  const list = useListPage(LIST);
  const zone = useHotspotZone(hotspot.id);
  const { page, limit } = list.paging;
  const batches = useListBatchesQuery({ hotspotId: hotspot.id, page, limit });
  const [listAll, { isError: hasFailed }] = useLazyListAllVouchersQuery();
  const columns = useColumns('batches', columnsOf(hotspot.id));
  const importGuests = () => dispatch(dialogOpened({ name: 'vouchers/import', args: { hotspotId: hotspot.id } }));
  const print = async ({ id }: Batch) => {
    const vouchers = justRead(await listAll({ hotspotId: hotspot.id, filters: { batch: id } }));
    if (vouchers) dispatch(dialogOpened({ name: 'vouchers/print', args: { hotspotId: hotspot.id, vouchers } }));
  };
  return (
    <ShownZone value={zone}>
      <ListPage
        list={list}
        counted="batches.count"
        answer={batches}
        columns={columns}
        search={null}
        tools={
          <Button icon={<UploadOutlined aria-hidden />} onClick={importGuests}>
            <FormattedMessage id="import.title" />
          </Button>
        }
      >
        {hasFailed && <Alert type="error" showIcon role="alert" title={<FormattedMessage id="vouchers.print_failed" />} />}
        <PagedTable
          label="batches.title"
          list={list}
          answer={batches}
          columns={columns}
          nameOf={(batch) => batchName(intl, batch)}
          actions={(batch) => [
            {
              key: 'show',
              label: <FormattedMessage id="batches.show" />,
              onClick: () => void navigate(paths.hotspot.toBatch(hotspot.id, batch.id)),
            },
            { key: 'print', label: <FormattedMessage id="vouchers.print" />, onClick: () => void print(batch) },
            ...(batch.left > 0
              ? [
                  {
                    key: 'cancel',
                    danger: true,
                    label: <FormattedMessage id="batches.cancel" />,
                    onClick: () => dispatch(dialogOpened({ name: 'vouchers/cancel_unused', args: { batch } })),
                  },
                ]
              : []),
          ]}
          failed="batches.load_failed"
          none="batches.none"
          next={{ label: 'import.title', onClick: importGuests }}
        />
      </ListPage>
    </ShownZone>
  );
}

function BatchLink({ hotspotId, batch }: { hotspotId: number; batch: Batch }) {
  return (
    <Link className="clipped" to={paths.hotspot.toBatch(hotspotId, batch.id)}>
      <bdi>{batchName(useIntl(), batch)}</bdi>
    </Link>
  );
}
