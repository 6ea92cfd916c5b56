import type { FormInstance } from 'antd';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { useConsoleSelector, useSharedStore } from '../../consoleState';
import { selectIsOpen } from '../../dialogs';
import { draftDropped, draftTyped, type Step, type Version } from '../../draftActions';
import { withoutSecretFields, selectDraft, type Draft } from '../../drafts';

type Values = Readonly<Record<string, unknown>>;
/** Debounce before input is written to the store, in milliseconds. */
const PAUSE = 250;

interface FormDraft {
  draft: Draft | undefined;
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
 */
export function useFormDraft<V extends object>(
  form: FormInstance<V>,
  { key, isInDialog }: DraftTarget,
  base: Version<V> | null,
): FormDraft {
  const dispatch = useDispatch();
  const store = useSharedStore();
  const draft = useConsoleSelector((state) => selectDraft(state, key));
  // The draft values that the form currently shows.
  const shown = useRef<Values>(NOTHING);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const values = draft?.values ?? NOTHING;

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
    if (base && values !== shown.current) show(values, base.values as Values);
  }, [show, base, values]);

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
    shown.current = typed;
    dispatch(draftTyped({ key, values: typed, begun: base as Version<Values>, from }));
    // The store drops empty drafts.
    shown.current = selectDraft(store.getState(), key)?.values ?? NOTHING;
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
    draft,
    isDirty: () => draft !== undefined || form.isFieldsTouched(),
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
      const from = selectDraft(store.getState(), key)?.values ?? NOTHING;
      const typed = changedValues({ ...start, ...from, ...changed }, start);
      dispatch(draftTyped({ key, values: typed, begun: base as Version<Values>, step: { kind, from } }));
      // If the step undoes a change before React re-rendered, the draft equals the last rendered one and the layout effect won't run.
      show(selectDraft(store.getState(), key)?.values ?? NOTHING, start);
    },
  };
}

const NOTHING: Values = {};

/** Numbers that can't be read are left out: stored as JSON they would come back as null, which many fields show as "No limit". */
function changedValues(now: Values, base: Values): Values {
  const changed = ([name, value]: [string, unknown]) => !Number.isNaN(value) && JSON.stringify(value) !== JSON.stringify(base[name]);
  return withoutSecretFields(Object.fromEntries(Object.entries(now).filter(changed)));
}
