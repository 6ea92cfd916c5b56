import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import type { FormInstance } from 'antd';
import { useDispatch } from 'react-redux';
import type { Conflict as StoredConflict, Version } from '../../draftActions';
import { conflictMet } from '../../drafts';
import { failureOf } from '../../failure';
import { differencesOf } from '../../threeWay';
import { useSubmitOnce } from '../../useSubmitOnce';
import { fieldError } from '../form/fieldError';
import type { Wording } from '../form/StaleAlert';
import type { useFormDraft } from '../form/useFormDraft';

type MessageId = FormatjsIntl.Message['ids'];

export type Failed = FetchBaseQueryError | SerializedError;

/** The object a dialog edits; made by `modifying`. */
export interface Modified<V extends object> extends Version<V> {
  /** Converts the current version that the server sends with a conflict. */
  read: (current: unknown) => V;
  wording: Wording<V>;
}

/** What a form dialog sends, and where it shows what the server refuses. */
export interface FormSubmit<V extends object> {
  /** The field to focus first, if it isn't the first empty required one, or else the first. */
  firstField?: keyof V & string;
  /** Returns the error, if any; `unfinished` if some input hasn't been sent yet. `etag` is that of the edited version. */
  onSubmit: (values: V, etag: string) => Promise<Failed | 'unfinished' | undefined>;
  /** Shows a duplicate error on its field instead of in the alert. */
  duplicate?: { field: keyof V & string; message: MessageId } | undefined;
  /** Messages for fields that the server refuses; they replace the alert. */
  refused?: Partial<Record<keyof V & string, MessageId>> | undefined;
  /** The object being edited; provides the initial values and detects concurrent changes. */
  modified?: Modified<V> | undefined;
}

interface Submitted<V extends object> extends FormSubmit<V> {
  /** The draft's key. */
  key: string;
  form: FormInstance<V>;
  formDraft: ReturnType<typeof useFormDraft<V>>;
  /** From now on the fields are based on this version. */
  goOnFrom: (version: Version<V>) => void;
}

interface Conflict<V> extends Version<V> {
  fields: (keyof V & string)[];
}

type Values = Readonly<Record<string, unknown>>;

/** Sends a dialog's form once at a time, and keeps the conflict with another user's change until one version is chosen. */
export function useFormSubmit<V extends object>(submitted: Submitted<V>) {
  const { key, form, formDraft, goOnFrom, onSubmit, duplicate, refused, modified } = submitted;
  const dispatch = useDispatch();
  const { onTyped, flush, drop } = formDraft;
  const conflict = (formDraft.conflict ?? null) as unknown as Conflict<V> | null;

  const isAboutDuplicate = (failed: Failed) => duplicate !== undefined && failureOf(failed).kind === 'duplicate';
  const isAboutRefused = (failed: Failed) => failureOf(failed).fields.some((field) => refused !== undefined && field in refused);
  // A conflict has its own alert, and needs no other once it is resolved.
  const isAboutVersion = (failed: Failed) => modified !== undefined && failureOf(failed).current !== undefined;

  const showOnFields = (failed: Failed) => {
    if (duplicate && isAboutDuplicate(failed)) {
      form.setFields([{ name: duplicate.field as never, errors: [fieldError(duplicate.message)] }]);
      form.focusField(duplicate.field);
    }
    for (const field of failureOf(failed).fields) {
      const message = refused?.[field as keyof V & string] ?? 'form.refused';
      form.setFields([{ name: field as never, errors: [fieldError(message)] }]);
      if (message !== 'form.refused') form.focusField(field);
    }
  };
  const send = async (values: V, version: Version<V> | null): Promise<void> => {
    // If the login has expired, signing in again restores this draft.
    flush();
    const failed = await onSubmit(values, version?.etag ?? '');
    if (!failed) drop();
    else if (failed === 'unfinished') onTyped();
    else if (modified && version && isAboutVersion(failed)) {
      const { current, etag } = failureOf(failed);
      const theirs = { etag, values: modified.read(current) };
      const versions = { base: version.values, theirs: theirs.values, mine: values };
      const fields = differencesOf(versions, Object.keys(modified.wording.labels) as (keyof V & string)[]).map(({ field }) => field);
      // The other user changed nothing in this form, or made the same change.
      if (fields.length === 0 && etag !== version.etag) await send(values, theirs);
      else dispatch(conflictMet({ key, conflict: { ...theirs, fields } as unknown as StoredConflict<Values> }));
    } else showOnFields(failed);
  };
  const sendOnce = useSubmitOnce(send);

  const settle = ({ etag, values }: Conflict<V>): Version<V> => {
    const version = { etag, values };
    goOnFrom(version);
    dispatch(conflictMet({ key, conflict: null, begun: version as unknown as Version<Values> }));
    return version;
  };
  return {
    conflict,
    send: sendOnce,
    saveOver: async (theirs: Conflict<V>) => {
      const values = await form.validateFields().catch(() => null);
      if (values) await sendOnce(values, settle(theirs));
    },
    takeTheirs: (theirs: Conflict<V>) => {
      form.setFields(theirs.fields.map((field) => ({ name: field as never, value: theirs.values[field], errors: [] })));
      const [first] = theirs.fields;
      if (first !== undefined) form.focusField(first);
      settle(theirs);
      onTyped();
    },
    /** Whether an error is shown on its field, or as a conflict, so that it needs no alert. */
    isShownElsewhere: (failed: Failed) => isAboutDuplicate(failed) || isAboutRefused(failed) || isAboutVersion(failed),
  };
}
