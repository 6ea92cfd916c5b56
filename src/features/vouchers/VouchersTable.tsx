import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import PrinterOutlined from '@ant-design/icons/PrinterOutlined';
import { Button } from 'antd';
import { useCallback, type ComponentProps } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDispatch } from 'react-redux';
import { isReplaceable, isUsable } from '../../contract/plain/voucherState';
import type { Voucher } from '../../contract/vouchers';
import { capabilities } from '../../shared/backEnd/capabilities';
import { useConsoleSelector } from '../../shared/consoleState';
import { dialogOpened } from '../../shared/dialogs';
import { justRead, shownPage } from '../../shared/list/answer';
import { PagedTable } from '../../shared/list/PagedTable';
import { useLazyListAllVouchersQuery } from './api';
import type { toWire } from './filterQuery';
import { problemMet, listOf, selectSelection, vouchersSelected } from './slice';

interface VouchersTableProps<S extends string> extends Pick<ComponentProps<typeof PagedTable<Voucher, S>>, 'list' | 'answer' | 'columns'> {
  hotspotId: number;
  filters: ReturnType<typeof toWire>;
  /** When the vouchers were read, in milliseconds. */
  now: number;
  create: { label: 'vouchers.new'; onClick: () => void };
}

/** A page of vouchers. Apart from the tab's tools, which would otherwise be rendered again with each voucher that is selected. */
export function VouchersTable<S extends string>({ hotspotId, list, answer, filters, columns, now, create }: VouchersTableProps<S>) {
  const dispatch = useDispatch();
  const of = listOf(hotspotId, filters);
  const [selected, select] = useSelection(shownPage(answer)?.data ?? [], of);
  const [readAll, { isFetching: isSelectingAll }] = useLazyListAllVouchersQuery();
  const selectAll = async () => {
    dispatch(problemMet(null));
    const all = justRead(await readAll({ hotspotId, filters }));
    dispatch(all ? vouchersSelected({ of, vouchers: all }) : problemMet({ problem: 'vouchers.select_failed', of }));
  };
  const print = useCallback(
    (some: Voucher[]) => dispatch(dialogOpened({ name: 'vouchers/print', args: { hotspotId, vouchers: some } })),
    [dispatch, hotspotId],
  );
  // The same while rows are selected, so that the table isn't rendered again.
  const actionsOf = useCallback(
    (voucher: Voucher) => [
      ...(isUsable(voucher, now)
        ? [{ key: 'print', label: <FormattedMessage id="vouchers.print" />, onClick: () => print([voucher]) }]
        : []),
      ...(isReplaceable(voucher, now) && capabilities().hasWholeCounter
        ? [
            {
              key: 'lost',
              label: <FormattedMessage id="counter.lost" />,
              onClick: () =>
                dispatch(
                  dialogOpened({
                    name: 'vouchers/replace',
                    args: { voucher: { id: voucher.id, code: voucher.code }, isAtCounter: false },
                  }),
                ),
            },
          ]
        : []),
      {
        key: 'delete',
        danger: true,
        label: <FormattedMessage id="common.delete" />,
        onClick: () => dispatch(dialogOpened({ name: 'vouchers/delete', args: { voucher: { id: voucher.id, code: voucher.code } } })),
      },
    ],
    [dispatch, now, print],
  );
  return (
    <PagedTable
      label="vouchers.title"
      list={list}
      answer={answer}
      columns={columns}
      nameOf={codeOf}
      selection={{
        rows: selected,
        select,
        selectAll: () => void selectAll(),
        isSelectingAll,
        actions: (
          <>
            <Button icon={<PrinterOutlined aria-hidden />} onClick={() => print(selected)}>
              <FormattedMessage id="vouchers.print" />
            </Button>
            <Button
              danger
              icon={<DeleteOutlined aria-hidden />}
              onClick={() =>
                dispatch(
                  dialogOpened({
                    name: 'vouchers/delete_many',
                    args: { hotspotId, vouchers: selected.map(({ id, code }) => ({ id, code })) },
                  }),
                )
              }
            >
              <FormattedMessage id="common.delete" />
            </Button>
          </>
        ),
      }}
      actions={actionsOf}
      failed="vouchers.load_failed"
      none="vouchers.none"
      next={create}
      noMatch="vouchers.no_match"
    />
  );
}

const codeOf = ({ code }: Voucher) => code;

/** The selected vouchers, across pages, and a setter. */
function useSelection(shown: readonly Voucher[], of: string): [Voucher[], (ids: readonly number[]) => void] {
  const dispatch = useDispatch();
  const selected = useConsoleSelector((state) => selectSelection(state, of));
  const select = (ids: readonly number[]) => {
    const known = [...shown, ...selected];
    dispatch(vouchersSelected({ of, vouchers: ids.flatMap((id) => known.find((voucher) => voucher.id === id) ?? []) }));
  };
  return [selected, select];
}
