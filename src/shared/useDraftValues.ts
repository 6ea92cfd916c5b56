import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { useConsoleSelector } from './consoleState';
import { draftDropped, draftTyped } from './draftActions';
import { selectDraft } from './drafts';

/**
 * Unsaved choices of a small form, by field; for forms without text input, which would need debouncing. The draft is dropped only once the
 * server's values match it, so that a saved choice doesn't flicker back to the old one.
 */
export function useDraftValues<V extends Record<string, unknown>>(key: string, saved: V) {
  const dispatch = useDispatch();
  const draft = useConsoleSelector((state) => selectDraft(state, key));
  const values = (draft?.values ?? NOTHING) as Partial<V>;
  const choose = (change: Partial<V>) => dispatch(draftTyped({ key, values: { ...values, ...change } }));
  const drop = () => dispatch(draftDropped(key));
  const isSaved = draft !== undefined && Object.entries(values).every(([field, value]) => saved[field] === value);
  useEffect(() => {
    if (isSaved) dispatch(draftDropped(key));
  }, [isSaved, key, dispatch]);
  return { values, isRestored: draft?.isRestored === true, choose, drop };
}

const NOTHING = {};
