import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Voucher } from '../../contract/vouchers';
import { failureOf } from '../../shared/failure';
import { undosOf } from '../deleted/api';
import { useDeleteVoucherMutation, useDeleteVouchersOfHotspotMutation, vouchersDeleted } from './api';

/** Number of parallel requests (VCH-19). */
const AT_ONCE = 6;

/** A voucher as it is named in a confirmation. */
export type VoucherRef = Pick<Voucher, 'id' | 'code'>;

interface Deletions {
  isRunning: boolean;
  total: number;
  /** Number of vouchers deleted, by this or by somebody else. */
  gone: number;
  /** Ids by which the server restores them. */
  undos: number[];
  /** Those that were refused, or got no response. */
  failed: VoucherRef[];
  /** Those that weren't attempted because the user cancelled. */
  untried: VoucherRef[];
}

/** Deletes vouchers one call each, with progress (VCH-19), or all of a hotspot's in one call where allowed. Refetches lists at the end. */
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

  /** `allOf`: the hotspot, if these are all of its vouchers; 0 for a selection. */
  const run = async (vouchers: readonly VoucherRef[], allOf: number): Promise<Deletions> => {
    isCancelled.current = false;
    const untried = [...vouchers];
    const failed: VoucherRef[] = [];
    const undos: number[] = [];
    let gone = 0;
    const now = (isRunning: boolean): Deletions => ({
      isRunning,
      total: vouchers.length,
      gone,
      undos: [...undos],
      failed: [...failed],
      untried: [...untried],
    });
    const deleteSome = async () => {
      while (!isCancelled.current) {
        const next = untried.shift();
        if (!next) return;
        const { data, error } = await deleteVoucher({ id: next.id, isOneOfMany: true });
        undos.push(...undosOf(data ?? null));
        if (error && failureOf(error).kind !== 'not_found') failed.push(next);
        else gone += 1;
        setDeletions(now(true));
      }
    };
    setDeletions(now(true));
    if (allOf > 0) {
      const { data, error } = await deleteAll(allOf);
      undos.push(...undosOf(data ?? null));
      // If the bulk call fails (rejected, or not supported), fall back to one by one.
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
