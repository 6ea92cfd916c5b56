import { Alert, Button, Progress, Typography } from 'antd';
import { useEffect, useId, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { Dialog } from '../../shared/ui/dialog/Dialog';
import { TypedName, useIsNameTyped } from '../../shared/ui/dialog/TypedName';
import { useGetHotspotQuery } from '../hotspots/api';
import { WhatEnds } from '../deleted/WhatEnds';
import { UndoHint } from '../deleted/UndoHint';
import { useSayDeleted } from '../deleted/useSayDeleted';
import { vouchersDeselected } from './slice';
import { useDeletions, type VoucherRef } from './useDeletions';
import styles from './DeletingVouchers.module.css';

/** Above this number the hotspot's name has to be typed: so much paper in guests' hands stops working at once. */
const TYPED_ABOVE = 50;

interface DeletingProps {
  hotspotId: number;
  vouchers: readonly VoucherRef[];
  isAll?: boolean;
  /** The hotspot, if these are all of its vouchers and one call may delete them; 0 for a selection. */
  allOf?: number;
  /** Placeholder until it is known which vouchers these are. */
  instead?: ReactNode;
  onClose: () => void;
}

/** The dialog that deletes vouchers with progress, failures and a stop button (VCH-19). */
export function DeletingVouchers({ hotspotId, vouchers, isAll = false, allOf = 0, instead, onClose }: DeletingProps) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const sayDeleted = useSayDeleted();
  const cancelId = useId();
  const { deletions, run, cancel } = useDeletions();
  const mustType = vouchers.length > TYPED_ABOVE;
  const { data: hotspot } = useGetHotspotQuery(hotspotId, { skip: !mustType });
  const isTyped = useIsNameTyped(hotspot?.name);
  const isSure = vouchers.length > 0 && (!mustType || (hotspot !== undefined && isTyped));
  const remaining = deletions && !deletions.isRunning ? [...deletions.failed, ...deletions.untried] : [];

  const start = async (some: readonly VoucherRef[]) => {
    if (deletions?.isRunning) return;
    const ended = await run(some, deletions ? 0 : allOf);
    const notDeleted = new Set([...ended.failed, ...ended.untried].map(({ id }) => id));
    dispatch(vouchersDeselected(some.flatMap(({ id }) => (notDeleted.has(id) ? [] : [id]))));
    if (ended.failed.length + ended.untried.length > 0) return;
    sayDeleted({ kind: 'voucher', title: '', count: ended.gone, message: 'vouchers.deleted', undos: ended.undos });
    onClose();
  };

  // So that a stray Enter deletes nothing.
  const isKnown = instead === undefined;
  useEffect(() => document.getElementById(cancelId)?.focus(), [cancelId, isKnown]);

  return (
    <Dialog
      title={<FormattedMessage id={isAll ? 'vouchers.delete_all' : 'vouchers.delete_several'} />}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        deletions?.isRunning ? (
          <Button onClick={cancel}>
            <FormattedMessage id="vouchers.delete_stop" />
          </Button>
        ) : (
          <>
            <Button id={cancelId} onClick={onClose}>
              <FormattedMessage id={deletions ? 'common.close' : 'common.cancel'} />
            </Button>
            <Button danger type="primary" disabled={!isSure} onClick={() => void start(deletions ? remaining : vouchers)}>
              <FormattedMessage
                id={deletions ? 'vouchers.delete_again' : 'vouchers.delete_count'}
                values={{ count: deletions ? remaining.length : vouchers.length }}
              />
            </Button>
          </>
        )
      }
    >
      {instead}
      {!deletions && instead === undefined && (
        <>
          <Typography.Paragraph>
            <FormattedMessage id="vouchers.delete_many_question" values={{ count: vouchers.length }} />{' '}
            {vouchers.length > 0 && <UndoHint />}
          </Typography.Paragraph>
          {vouchers.length > 0 && (
            <WhatEnds
              deleting={{ kind: 'voucher', ...(allOf === 0 ? { ids: vouchers.map(({ id }) => id) } : { hotspot: allOf }) }}
              message="vouchers.delete_counts"
              count={vouchers.length}
            />
          )}
          {mustType && hotspot && <TypedName id={`${cancelId}-name`} name={hotspot.name} onEnter={() => isSure && void start(vouchers)} />}
        </>
      )}
      {deletions && (
        <>
          <Progress
            percent={Math.floor((100 * (deletions.gone + deletions.failed.length)) / deletions.total)}
            status={deletions.failed.length > 0 ? 'exception' : 'normal'}
            aria-label={intl.formatMessage({ id: 'vouchers.delete_progress' })}
          />
          <Typography.Paragraph role="status">
            <FormattedMessage id="vouchers.deleted_of" values={{ gone: deletions.gone, total: deletions.total }} />
          </Typography.Paragraph>
        </>
      )}
      {remaining.length > 0 && <NotDeleted remaining={remaining} isStopped={deletions !== null && deletions.failed.length === 0} />}
    </Dialog>
  );
}

/** Lists the vouchers that were not deleted. */
function NotDeleted({ remaining, isStopped }: { remaining: readonly VoucherRef[]; isStopped: boolean }) {
  return (
    <Alert
      type={isStopped ? 'warning' : 'error'}
      showIcon
      role="alert"
      title={
        <FormattedMessage id={isStopped ? 'vouchers.delete_stopped' : 'vouchers.delete_failed'} values={{ count: remaining.length }} />
      }
      description={
        <ul className={styles.codes}>
          {remaining.map(({ id, code }) => (
            <li key={id}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      }
    />
  );
}
