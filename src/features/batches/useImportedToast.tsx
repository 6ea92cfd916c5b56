/** What is offered once the vouchers of a file have been created: to print them, and to undo it. */
import { App, Button } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { may } from '../../contract/plain/roles';
import { dialogOpened } from '../../shared/dialogs';
import { justRead } from '../../shared/list/answer';
import { selectUser } from '../auth/slice';
import { useCancelUnusedMutation, useLazyListAllVouchersQuery } from '../vouchers/api';

/** How long undo is offered, in seconds. */
const UNDO_SECONDS = 12;

const TOAST = 'vouchers from a file';

/** Returns a function that reports a batch with so many new vouchers. */
export function useImportedToast(hotspotId: number): (batchId: number, count: number) => void {
  const intl = useIntl();
  const { message } = App.useApp();
  const dispatch = useDispatch();
  const role = useSelector(selectUser)?.account_type;
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
          {role !== undefined && may(role, 'vouchers.delete') && (
            <Button type="link" size="small" onClick={() => void takeBack(id)}>
              <FormattedMessage id="common.undo" />
            </Button>
          )}
        </>
      ),
    });
}
