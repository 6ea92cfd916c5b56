import { PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Flex } from 'antd';
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import type { Guest } from '../../contract/guests';
import { CARD_PAGE_SIZES } from '../../contract/wire';
import { isLost } from '../../shared/failure';
import { lastPageOf, useListState } from '../../shared/location';
import { remembered, selectPreferences } from '../../shared/preferences';
import { DataTable, type Column } from '../../shared/ui/DataTable';
import { CodeText } from '../../shared/ui/Facts';
import { LoadFailed } from '../../shared/ui/LoadFailed';
import { Moment } from '../../shared/ui/Moment';
import { NothingHere, NothingOnPage } from '../../shared/ui/NothingHere';
import { Pager } from '../../shared/ui/Pager';
import { Section } from '../../shared/ui/Section';
import { useShortcuts } from '../../shared/ui/useShortcuts';
import { useListUnitsQuery } from '../units/api';
import { CreateMacEntryDialog } from './CreateMacEntryDialog';
import { DeleteMacEntryDialog } from './DeleteMacEntryDialog';
import { shownMac } from './macForm';
import { dialogClosed, dialogOpened, selectMacDialog } from './slice';
import { MAC_SORTS, useListMacEntriesQuery } from './api';
import type { HotspotFacts } from '../hotspots/api';

type Sort = (typeof MAC_SORTS)[number];

const WAYS = { sizes: CARD_PAGE_SIZES };

const columnsOf = (hotspotId: number): readonly Column<Guest, Sort>[] => [
  {
    key: 'name',
    title: 'mac_auth.description',
    sort: 'name',
    onPhone: 'name',
    cell: ({ name }) => <span className="clipped">{name}</span>,
  },
  { key: 'mac', title: 'mac_auth.mac', sort: 'username', onPhone: 'fact', cell: ({ username }) => <CodeText text={shownMac(username)} /> },
  { key: 'down', title: 'mac_auth.down', onPhone: 'fact', cell: ({ kbps_down }) => <Bandwidth kbps={kbps_down} /> },
  { key: 'up', title: 'mac_auth.up', onPhone: 'fact', cell: ({ kbps_up }) => <Bandwidth kbps={kbps_up} /> },
  { key: 'unit', title: 'mac_auth.unit', onPhone: 'fact', cell: ({ unit_id }) => <UnitName hotspotId={hotspotId} unitId={unit_id} /> },
  { key: 'created', title: 'mac_auth.created', sort: 'created', cell: ({ created }) => <Moment at={created} dayOnly /> },
];

/** Devices that a hotspot lets in by MAC address. */
export function MacEntriesTab({ hotspot }: { hotspot: HotspotFacts }) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const list = useListState(MAC_SORTS, WAYS);
  const { mac_entries_per_page } = useSelector(selectPreferences);
  const dialog = useSelector(selectMacDialog);
  const size = list.size ?? mac_entries_per_page;
  const entries = useListMacEntriesQuery({ hotspot: hotspot.id, page: list.page, limit: size, sort: list.sort, order: list.order });
  const { isLoading, isFetching, refetch } = entries;
  const hasFailed = isLost(entries);
  const data = hasFailed ? undefined : entries.data;
  const rows = data?.data ?? [];
  const create = { label: 'mac_auth.new' as const, onClick: () => dispatch(dialogOpened({ kind: 'create' })) };
  const onClose = () => dispatch(dialogClosed());
  useShortcuts({ n: create.onClick, r: () => void refetch() });

  const empty = hasFailed ? (
    <LoadFailed message="mac_auth.load_failed" onRetry={refetch} />
  ) : list.page > 1 ? (
    <NothingOnPage page={list.page} onLast={() => list.turnTo(lastPageOf(data?.total ?? 0, size))} />
  ) : (
    <NothingHere message="mac_auth.none" next={create} />
  );
  return (
    <Section title="mac_auth.title">
      <Flex className="not-on-paper" gap={8} wrap style={{ marginBottom: 12 }}>
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={create.onClick}>
          <FormattedMessage id="mac_auth.new" />
        </Button>
        <Button
          icon={<ReloadOutlined aria-hidden />}
          aria-label={intl.formatMessage({ id: 'list.refresh' })}
          onClick={() => void refetch()}
        />
      </Flex>
      <DataTable
        label="mac_auth.title"
        columns={columnsOf(hotspot.id)}
        rows={rows}
        isLoading={isLoading}
        isRefreshing={isFetching}
        sort={list.sort}
        order={list.order}
        onSort={(sort, order) => list.narrow({ sort, order })}
        isSorted={data?.isSorted ?? true}
        nameOf={({ name }) => name}
        actions={({ id }) => [
          {
            key: 'delete',
            danger: true,
            label: <FormattedMessage id="common.delete" />,
            onClick: () => dispatch(dialogOpened({ kind: 'delete', id })),
          },
        ]}
        empty={empty}
      />
      {rows.length > 0 && data !== undefined && (
        <Pager
          page={list.page}
          size={size}
          total={data.total}
          sizes={CARD_PAGE_SIZES}
          onTurn={list.turnTo}
          onResize={(chosen) => {
            dispatch(remembered({ mac_entries_per_page: chosen }));
            list.resize(chosen);
          }}
        />
      )}
      {dialog?.kind === 'create' && <CreateMacEntryDialog hotspotId={hotspot.id} onClose={onClose} />}
      {dialog?.kind === 'delete' && (
        <DeleteMacEntryDialog key={dialog.id} id={dialog.id} entry={rows.find(({ id }) => id === dialog.id)} onClose={onClose} />
      )}
    </Section>
  );
}

function Bandwidth({ kbps }: { kbps: number }) {
  if (kbps === 0) return <FormattedMessage id="mac_auth.no_limit" />;
  return (
    <>
      <FormattedNumber value={kbps} /> <FormattedMessage id="mac_auth.kbps" />
    </>
  );
}

/**
 * The unit an entry was registered at. Existing back ends don't store it and accept the entry at every unit of the hotspot, so it is only
 * known where there is just one.
 */
function UnitName({ hotspotId, unitId }: { hotspotId: number; unitId: number | undefined }) {
  const { data } = useListUnitsQuery({ hotspot: hotspotId });
  if (!data) return '…';
  const units = data.data;
  const unit = unitId === undefined ? (units.length === 1 ? units[0] : undefined) : units.find(({ id }) => id === unitId);
  if (unit) return unit.name;
  return <FormattedMessage id={unitId === undefined ? 'mac_auth.unit_not_kept' : 'mac_auth.unit_gone'} />;
}
