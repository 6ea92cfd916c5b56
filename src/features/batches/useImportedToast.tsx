/** What is offered once the vouchers of a file have been created: to print them, and to undo it. */
import { App, Button } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { dialogOpened } from '../../shared/dialogs';
import { justRead } from '../../shared/list/answer';
import { useMay } from '../auth/useMay';
import { useCancelUnusedMutation, useLazyListAllVouchersQuery } from '../vouchers/api';

/** How long undo is offered, in seconds. */
const UNDO_SECONDS = 12;

const TOAST = 'vouchers from a file';

/** Returns a function that reports a batch with so many new vouchers. */
export function useImportedToast(hotspotId: number): (batchId: number, count: number) => void {
  const intl = useIntl();
  const { message } = App.useApp();
  const dispatch = useDispatch();
  const mayUndo = useMay('vouchers.delete');
  const [undo] = useCancelUnusedMutation();
  const [listAll] = useLazyListAllVouchersQuery();
  const takeBack = async (batchId: number) => {
    message.destroy(TOAST);
    const { data } = await undo(batchId);
    void (data === undefined
      ? message.error(intl.formatMessage({ id: 'import.undo_failed' }))
      : message.success(intl.formatMessage({ id: 'batches.cancelled' }, { count: data.cancelled })));
  };
  const print = async (batch: number) => {
    message.destroy(TOAST);
    const vouchers = justRead(await listAll({ hotspotId, filters: { batch } }));
    if (vouchers) dispatch(dialogOpened({ name: 'vouchers/print', args: { hotspotId, vouchers } }));
    else void message.error(intl.formatMessage({ id: 'vouchers.print_failed' }));
  };
  return (id, count) =>
    void message.success({
      key: TOAST,
      duration: UNDO_SECONDS,
      content: (
        <>
          <span>
            <FormattedMessage id="vouchers.made" values={{ count: count }} />
          </span>
          <Button type="link" size="small" onClick={() => void print(id)}>
            <FormattedMessage id="vouchers.print" />
          </Button>
          {mayUndo && (
            <Button type="link" size="small" onClick={() => void takeBack(id)}>
              <FormattedMessage id="common.undo" />
            </Button>
          )}
        </>
      ),
    });
}
