import { useDispatch } from 'react-redux';
import { failureOf } from '../../shared/failure';
import { takenNameOf, useRestoreDeletedMutation } from './api';
import { restoreBegan, restoreEnded, type Deletion, type Restoring } from './slice';

/** Maximum number of parallel calls, as when vouchers were deleted one by one (VCH-19). */
const AT_ONCE = 6;

/** Errors that another attempt can't help: the object was restored already, or is gone for good. */
const FINAL = ['restored_before', 'too_late', 'not_found'];

/** Restores what was deleted, and reports the outcome. */
export function useRestore() {
  const dispatch = useDispatch();
  const [restore] = useRestoreDeletedMutation();
  return async (deletion: Deletion): Promise<void> => {
    dispatch(restoreBegan(deletion));
    const waiting = [...deletion.undos];
    const outcome: Restoring = { back: 0, left: 0, why: '', taken: null, undos: [] };
    const restoreSome = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        const { data, error } = await restore(id);
        outcome.back += data?.restored ?? 0;
        outcome.left += data?.left ?? 0;
        if (!error) continue;
        const { code, kind } = failureOf(error);
        outcome.left += 1;
        outcome.why = code === '' ? kind : code;
        outcome.taken = code === 'taken' ? { kind: deletion.kind, title: takenNameOf(error) } : null;
        if (!FINAL.includes(code)) outcome.undos.push(id);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, restoreSome));
    dispatch(restoreEnded({ deletion, outcome }));
  };
}
