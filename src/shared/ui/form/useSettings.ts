import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { useConsoleSelector, useSharedStore } from '../../consoleState';
import { draftDropped, draftTyped, type Step } from '../../draftActions';
import { fieldsMarked, selectDraft } from '../../drafts';
import type { NotSaved } from '../../concurrentChanges';
import { useSubmitOnce } from '../../useSubmitOnce';

type Typed<V> = Readonly<Record<string, V>>;

interface Settings<V> {
  /** The draft's key, which names the form and its object. */
  draftKey: string;
  /** Prefix of field ids. */
  formId: string;
  /** The stored value of a key, as last read. `change` is the same function as long as this is. */
  storedOf: (key: string) => string | undefined;
  /** Keys whose typed value differs from the stored one, in the form's order. */
  changedOf: (typed: Typed<V>) => string[];
  /** Keys with invalid values, which prevent saving, in the form's order. */
  wrongOf: (typed: Typed<V>) => string[];
  /**
   * Saves these keys, one call each, and returns those that were refused. `seen`: the stored values at the time when each was first
   * changed.
   */
  send: (keys: readonly string[], typed: Typed<V>, seen: Readonly<Record<string, string>>) => Promise<NotSaved | undefined>;
  /** Called once all of them have been saved. */
  onSaved: (count: number) => void;
  /** Called before the first invalid or refused field is focused. */
  onFault?: () => void;
}

/**
 * A form over settings that are saved one by one. The store holds only what was typed, so untouched fields follow other users' changes;
 * values that the server refuses stay in their fields, marked.
 */
export function useSettings<V>({ draftKey, formId, storedOf, changedOf, wrongOf, send, onSaved, onFault }: Settings<V>) {
  const dispatch = useDispatch();
  const store = useSharedStore();
  const draft = useConsoleSelector((state) => selectDraft(state, draftKey));
  const typed = (draft?.values ?? NOTHING) as Typed<V>;
  const base = (draft?.begun?.values ?? NOTHING) as Typed<string | null>;
  const visited = draft?.left ?? NO_FIELDS;
  const notSaved: NotSaved = draft?.notSaved ?? NOTHING;
  const changed = changedOf(typed);

  const idOf = (key: string) => `${formId}-${key}`;
  const focus = (key: string | undefined) => {
    if (key === undefined) return;
    onFault?.();
    document.getElementById(idOf(key))?.focus();
  };
  /** Read from the store, because events can arrive faster than renders. */
  const current = useCallback(() => selectDraft(store.getState(), draftKey), [store, draftKey]);
  const leave = useCallback(
    (...keys: string[]) => {
      const before = current()?.left ?? NO_FIELDS;
      if (keys.some((key) => !before.includes(key))) dispatch(fieldsMarked({ key: draftKey, left: [...new Set([...before, ...keys])] }));
    },
    [current, dispatch, draftKey],
  );
  const unmark = useCallback(
    (keys: readonly string[]) => {
      const marked = current()?.notSaved;
      if (marked && keys.some((key) => marked[key])) dispatch(fieldsMarked({ key: draftKey, notSaved: without(marked, keys) }));
    },
    [current, dispatch, draftKey],
  );
  const put = (values: Typed<V>, step: Step) => dispatch(draftTyped({ key: draftKey, values, step }));

  /** Remembers what was stored when the field was first changed, to detect whether somebody else has changed it since. */
  const change = useCallback(
    (key: string, value: V) => {
      const now = current();
      const from = now?.values ?? NOTHING;
      const first = { [key]: storedOf(key) ?? null, ...now?.begun?.values };
      const values = { ...from, [key]: value };
      dispatch(draftTyped({ key: draftKey, values, begun: { etag: '', values: first }, step: { kind: 'typed', field: key, from } }));
      unmark([key]);
    },
    [current, dispatch, draftKey, storedOf, unmark],
  );

  const submit = useSubmitOnce(async () => {
    const wrong = wrongOf(typed);
    if (wrong.length > 0) {
      leave(...wrong);
      focus(wrong[0]);
      return;
    }
    if (changed.length === 0) return;
    const seen = Object.entries(base).flatMap(([key, value]) => (value === null ? [] : [[key, value] as const]));
    const refused = await send(changed, typed, Object.fromEntries(seen));
    if (!refused) return;
    const taken = changed.filter((key) => refused[key] === undefined);
    // Keep what was typed while saving. If the form has been closed and its draft discarded meanwhile, don't recreate it.
    const draft = current();
    if (!draft) return;
    const now = draft.values as Typed<V>;
    const rest = without(
      now,
      taken.filter((key) => now[key] === typed[key]),
    );
    // Input typed while saving is based on what was just saved.
    const version = { etag: '', values: without(draft.begun?.values ?? NOTHING, taken) };
    dispatch(draftTyped({ key: draftKey, values: rest, begun: version, step: { kind: 'saved', from: now } }));
    dispatch(fieldsMarked({ key: draftKey, notSaved: refused }));
    if (taken.length === changed.length) onSaved(taken.length);
    else focus(changed.find((key) => refused[key] && !isStale(refused[key])));
  });

  /** Undoable in forms with a history. */
  const discard = () => put(NOTHING, { kind: 'discarded', from: typed });

  /** Stale values are shown as overtaken instead. */
  const isFailure = (key: string) => notSaved[key] !== undefined && !isStale(notSaved[key]);
  const isOvertaken = (key: string) => key in base && base[key] !== (storedOf(key) ?? null);
  return {
    typed,
    changed,
    isDirty: changed.length > 0,
    isRestored: draft?.isRestored === true && changed.length > 0,
    isVisited: (key: string) => visited.includes(key),
    failureOf: (key: string) => (changed.includes(key) && isFailure(key) ? notSaved[key] : undefined),
    failures: changed.filter(isFailure),
    /** Whether the last save was refused because somebody else had saved. */
    isRefused: changed.some((key) => isStale(notSaved[key])),
    /** Fields that were changed here and, since then, saved by somebody else. */
    overtaken: Object.entries(typed).flatMap(([key, mine]) => (changed.includes(key) && isOvertaken(key) ? { key, mine } : [])),
    idOf,
    change,
    leave,
    submit,
    discard,
    /** Discards the draft when leaving without saving. */
    drop: () => dispatch(draftDropped(draftKey)),
    onTakeTheirs: (keys: readonly string[]) => {
      unmark(keys);
      put(without(typed, keys), { kind: 'typed', from: typed });
    },
    onKeepMine: (keys: readonly string[]) => {
      unmark(keys);
      dispatch(
        draftTyped({
          key: draftKey,
          values: typed,
          begun: { etag: '', values: { ...base, ...Object.fromEntries(keys.map((key) => [key, storedOf(key) ?? null])) } },
        }),
      );
    },
    /** Undo or redo: replaces the typed values. */
    put,
  };
}

const isStale = (error: FetchBaseQueryError | undefined) => error?.status === 412;

const NOTHING = {};
const NO_FIELDS: readonly string[] = [];

function without<V>(values: Readonly<Record<string, V>>, keys: readonly string[]): Record<string, V> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
}
