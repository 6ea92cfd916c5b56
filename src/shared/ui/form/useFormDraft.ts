import type { FormInstance } from 'antd';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { shallowEqual, useDispatch } from 'react-redux';
import { useConsoleSelector, useSharedStore } from '../../consoleState';
import { selectIsOpen } from '../../dialogs';
import { draftDropped, draftTyped, type Step, type Version } from '../../draftActions';
import { withoutSecretFields, selectDraft, type Draft } from '../../drafts';

type Values = Readonly<Record<string, unknown>>;
/** Debounce before input is written to the store, in milliseconds. */
const PAUSE = 250;

/** What of a draft changes what is rendered. */
interface Noticed {
  isRestored: boolean;
  conflict: Draft['conflict'] | undefined;
  /** The version that a stored draft is based on; only while the form can't be filled in yet. */
  draftBase: Draft['begun'] | undefined;
}

interface FormDraft extends Noticed {
  /** Whether something was typed, now or before a reload. */
  isDirty: () => boolean;
  /** For `onValuesChange` and `onBlur` of the form. */
  onTyped: () => void;
  /** Writes pending input to the store at once. */
  flush: () => void;
  /** Resets the form to the values it started with. */
  discard: () => void;
  /** Removes the draft after saving. */
  drop: () => void;
  /** Sets some fields to other values: an undo or redo step. */
  step: (kind: Step['kind'], changed: Values) => void;
}

interface DraftTarget {
  key: string;
  /** Whether the form is in the dialog with that key: once the dialog is closed, no draft is kept. */
  isInDialog: boolean;
}

/**
 * Keeps a form and its draft in the store in sync, both ways: input is written to the store, and the form shows the store's draft after a
 * reload, an expired login, or time travel in DevTools. `base` is the version the form started with; null while it can't be filled in yet.
 *
 * Follows the store itself: what is typed doesn't render the form again, because antd then renders all of its fields.
 */
export function useFormDraft<V extends object>(
  form: FormInstance<V>,
  { key, isInDialog }: DraftTarget,
  base: Version<V> | null,
): FormDraft {
  const dispatch = useDispatch();
  const store = useSharedStore();
  const { isRestored, conflict, draftBase } = useConsoleSelector((state): Noticed => {
    const draft = selectDraft(state, key);
    return { isRestored: draft?.isRestored === true, conflict: draft?.conflict, draftBase: base === null ? draft?.begun : undefined };
  }, shallowEqual);
  const current = useCallback(() => selectDraft(store.getState(), key), [store, key]);
  // The draft values that the form currently shows.
  const shown = useRef<Values>(NOTHING);
  const isWriting = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const show = useCallback(
    (next: Values, start: Values) => {
      clearTimeout(timer.current);
      timer.current = undefined;
      const fields = new Set([...Object.keys(shown.current), ...Object.keys(next)]);
      form.setFields(
        [...fields].map((name) => {
          const isTyped = name in next;
          return { name: name as never, value: (isTyped ? next[name] : start[name]) as never, errors: [], touched: isTyped };
        }),
      );
      shown.current = next;
    },
    [form],
  );
  useLayoutEffect(() => {
    if (!base) return;
    const follow = () => {
      const values = current()?.values ?? NOTHING;
      if (!isWriting.current && values !== shown.current) show(values, base.values as Values);
    };
    follow();
    return store.subscribe(follow);
  }, [show, base, current, store]);

  const flush = () => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    if (!base || (isInDialog && !selectIsOpen(store.getState(), key))) return;
    // Fields that only hold a default were not typed into.
    if (shown.current === NOTHING && !form.isFieldsTouched()) return;
    const typed = changedValues(form.getFieldsValue(true) as Values, base.values as Values);
    if (JSON.stringify(typed) === JSON.stringify(shown.current)) return;
    const from = shown.current;
    isWriting.current = true;
    try {
      dispatch(draftTyped({ key, values: typed, begun: base as Version<Values>, from }));
    } finally {
      isWriting.current = false;
    }
    // The store drops empty drafts.
    shown.current = current()?.values ?? NOTHING;
  };
  const onTyped = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(), PAUSE);
  };
  const drop = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    shown.current = NOTHING;
    dispatch(draftDropped(key));
  };
  const latest = useRef(flush);
  useEffect(() => {
    latest.current = flush;
  });
  useEffect(() => () => latest.current(), []);

  return {
    isRestored,
    conflict,
    draftBase,
    isDirty: () => current() !== undefined || form.isFieldsTouched(),
    onTyped,
    flush,
    discard: () => {
      drop();
      form.resetFields();
    },
    drop,
    step: (kind, changed) => {
      if (!base) return;
      flush();
      const start = base.values as Values;
      const from = current()?.values ?? NOTHING;
      const typed = changedValues({ ...start, ...from, ...changed }, start);
      dispatch(draftTyped({ key, values: typed, begun: base as Version<Values>, step: { kind, from } }));
    },
  };
}

const NOTHING: Values = {};

/** Numbers that can't be read are left out: stored as JSON they would come back as null, which many fields show as "No limit". */
function changedValues(now: Values, base: Values): Values {
  const changed = ([name, value]: [string, unknown]) => !Number.isNaN(value) && JSON.stringify(value) !== JSON.stringify(base[name]);
  return withoutSecretFields(Object.fromEntries(Object.entries(now).filter(changed)));
}
