import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Voucher } from '../../contract/vouchers';
import { failureOf } from '../../shared/failure';
import { useDeleteVoucherMutation, useDeleteVouchersOfHotspotMutation, vouchersDeleted } from './api';

/** So many deletions are on their way at once. */
const AT_ONCE = 6;

export type Named = Pick<Voucher, 'id' | 'code'>;

interface Deletions {
  isRunning: boolean;
  total: number;
  /** Those that are gone, also when somebody else deleted them first. */
  gone: number;
  /** Those that are still there: refused, or without an answer. */
  failed: Named[];
  /** Those that were not tried any more when it was cancelled. */
  untried: Named[];
}

/**
 * Deletes many vouchers, each by a call of its own (spec 1 §2, "Delete all vouchers"), and tells how far it is. All of a hotspot go in one
 * call where that is allowed. Lists ask again once, at the end.
 */
export function useDeletions() {
  const dispatch = useDispatch();
  const [deleteVoucher] = useDeleteVoucherMutation();
  const [deleteAll] = useDeleteVouchersOfHotspotMutation();
  const [deletions, setDeletions] = useState<Deletions | null>(null);
  const isCancelled = useRef(false);
  const cancel = () => {
    isCancelled.current = true;
  };
  useEffect(() => cancel, []);

  /** `allOf`: the hotspot whose vouchers these are, all of them; 0 for a choice of vouchers. */
  const run = async (vouchers: readonly Named[], allOf: number): Promise<Deletions> => {
    isCancelled.current = false;
    const untried = [...vouchers];
    const failed: Named[] = [];
    let gone = 0;
    const now = (isRunning: boolean): Deletions => ({
      isRunning,
      total: vouchers.length,
      gone,
      failed: [...failed],
      untried: [...untried],
    });
    const deleteSome = async () => {
      while (!isCancelled.current) {
        const next = untried.shift();
        if (!next) return;
        const { error } = await deleteVoucher({ id: next.id, isOneOfMany: true });
        if (error && failureOf(error).kind !== 'not_found') failed.push(next);
        else gone += 1;
        setDeletions(now(true));
      }
    };
    setDeletions(now(true));
    if (allOf > 0) {
      const { error } = await deleteAll(allOf);
      // Refused, or not known there: then one by one.
      if (!error) {
        gone = vouchers.length;
        untried.length = 0;
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, deleteSome));
    dispatch(vouchersDeleted());
    const ended = now(false);
    setDeletions(ended);
    return ended;
  };
  return { deletions, run, cancel };
}
