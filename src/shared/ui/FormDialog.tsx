import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { Form, type FormInstance } from 'antd';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { failureOf } from '../failure';
import type { WithEtag } from '../etag';
import { Dialog } from './Dialog';
import { FailureAlert } from './FailureAlert';
import { fieldError } from './fieldError';
import { StaleAlert, type Wording } from './StaleAlert';

type MessageId = FormatjsIntl.Message['ids'];

type Failed = FetchBaseQueryError | SerializedError;

/** A version of the edited object, as form values. */
interface Version<V> {
  etag: string;
  values: V;
}

/** The object a dialog edits; made by `modifying`. */
interface Modified<V extends object> extends Version<V> {
  /** Converts the current version that the server sends with a conflict. */
  read: (current: unknown) => V;
  wording: Wording<V>;
}

/** For the `modified` property: `modified={hotspot && modifying(hotspot, toForm, WORDING)}`. `onSubmit` then gets the ETag to send. */
export function modifying<T extends object, V extends object>(
  thing: WithEtag<T>,
  toForm: (thing: T) => V,
  wording: Wording<V>,
): Modified<V> {
  return { etag: thing.etag, values: toForm(thing), read: (current) => toForm(current as T), wording };
}

/** Somebody else saved first; `fields` are those that differ. */
interface Conflict<V> extends Version<V> {
  fields: (keyof V & string)[];
}

interface FormDialogProps<V extends object> {
  title: MessageId;
  /** Label of the primary button, and its arguments. */
  submit: MessageId;
  submitValues?: Record<string, number>;
  /** For dialogs with a preview next to the fields. */
  isWide?: boolean;
  form: FormInstance<V>;
  initialValues: Partial<V>;
  /** The field to focus first. */
  firstField: keyof V & string;
  /** Returns the error, if any. `etag` is that of the edited version. */
  onSubmit: (values: V, etag: string) => Promise<Failed | undefined>;
  onClose: () => void;
  isRunning: boolean;
  /** Error of the last attempt. */
  error: Failed | undefined;
  /** The specified wording of a failure. */
  failure: { title: MessageId; text?: MessageId };
  /** Shows a duplicate error on its field instead of in the alert. */
  duplicate?: { field: keyof V & string; message: MessageId };
  /** Messages for fields the server refuses; they replace the alert. */
  refused?: Partial<Record<keyof V & string, MessageId>>;
  isSubmitDisabled?: boolean;
  /** The object being edited; provides the initial values and detects concurrent changes. */
  modified?: Modified<V> | undefined;
  /** Shown instead of the fields while their values are loading or couldn't be read. */
  instead?: ReactNode;
  children: ReactNode;
}

/**
 * The base of every form dialog (HSP-32). Mounted only while open; shows a spinner and ignores further submits while one is running;
 * stays open with what was typed after a failure. Enter submits; Escape closes, after a question if something was typed.
 */
export function FormDialog<V extends object>(props: FormDialogProps<V>) {
  const {
    title,
    submit,
    submitValues,
    isWide = false,
    form,
    initialValues,
    firstField,
    onSubmit,
    onClose,
    isRunning,
    error,
    failure,
    duplicate,
    refused,
    isSubmitDisabled = false,
    modified,
    instead,
    children,
  } = props;
  const formId = useId();
  const isSending = useRef(false);
  // The version the fields started with. A later one, refetched in the background, was never shown here.
  const [begun, setBegun] = useState<Version<V> | null>(null);
  const [conflict, setConflict] = useState<Conflict<V> | null>(null);
  if (begun === null && modified && instead === undefined) setBegun(modified);
  const isFillable = instead === undefined || begun !== null;
  const isAboutDuplicate = (failed: Failed) => duplicate !== undefined && failureOf(failed).kind === 'duplicate';

  const isAboutRefused = (failed: Failed) => failureOf(failed).fields.some((field) => refused !== undefined && field in refused);

  // A conflict has its own alert, and needs none once it is resolved.
  const isAboutVersion = (failed: Failed) => modified !== undefined && failureOf(failed).current !== undefined;

  const submitOnce = async (values: V, version: Version<V> | null) => {
    // The spinner only shows after the next render; a second Enter can be faster.
    if (isSending.current) return;
    isSending.current = true;
    const failed = await onSubmit(values, version?.etag ?? '');
    isSending.current = false;
    if (!failed) return;
    if (modified && version && isAboutVersion(failed)) {
      const { current, etag } = failureOf(failed);
      const theirs = { etag, values: modified.read(current) };
      const fields = (Object.keys(modified.wording.labels) as (keyof V & string)[]).filter(
        (field) => theirs.values[field] !== version.values[field] && theirs.values[field] !== values[field],
      );
      // They changed nothing in this form, or made the same change.
      if (fields.length === 0 && etag !== version.etag) return submitOnce(values, theirs);
      setConflict({ ...theirs, fields });
      return;
    }
    if (duplicate && isAboutDuplicate(failed)) {
      form.setFields([{ name: duplicate.field as never, errors: [fieldError(duplicate.message)] }]);
      form.focusField(duplicate.field);
    }
    for (const field of failureOf(failed).fields) {
      const words = refused?.[field as keyof V & string] ?? 'form.refused';
      form.setFields([{ name: field as never, errors: [fieldError(words)] }]);
      if (words !== 'form.refused') form.focusField(field);
    }
  };

  const goOnFrom = ({ etag, values }: Conflict<V>): Version<V> => {
    setConflict(null);
    setBegun({ etag, values });
    return { etag, values };
  };
  const saveOver = async (theirs: Conflict<V>) => {
    const values = await form.validateFields().catch(() => null);
    if (values) await submitOnce(values, goOnFrom(theirs));
  };
  const takeTheirs = (theirs: Conflict<V>) => {
    form.setFields(theirs.fields.map((field) => ({ name: field as never, value: theirs.values[field], errors: [] })));
    form.focusField(theirs.fields[0] ?? firstField);
    goOnFrom(theirs);
  };

  // `autoFocus` doesn't work: the fields mount before the dialog is in the document.
  useEffect(() => {
    if (isFillable) form.focusField(firstField);
  }, [form, firstField, isFillable]);

  return (
    <Dialog
      width={isWide ? 880 : 640}
      // The body scrolls so that the button stays visible; the side padding leaves room for focus rings.
      {...(isWide && { styles: { body: { maxHeight: 'calc(92vh - 140px)', overflowY: 'auto', padding: '0 4px' } } })}
      title={<FormattedMessage id={title} />}
      okText={<FormattedMessage id={submit} {...(submitValues && { values: submitValues })} />}
      okButtonProps={{ htmlType: 'submit', form: formId, disabled: isSubmitDisabled || !isFillable || conflict !== null }}
      confirmLoading={isRunning}
      onCancel={onClose}
      hasTyped={() => isFillable && form.isFieldsTouched()}
      mask={{ closable: false }}
    >
      {!isFillable && instead}
      {isFillable && (
        <Form<V>
          id={formId}
          form={form}
          layout="vertical"
          validateTrigger="onBlur"
          initialValues={modified?.values ?? initialValues}
          scrollToFirstError={{ focus: true }}
          onFinish={(values) => conflict === null && void submitOnce(values, begun)}
        >
          {children}
        </Form>
      )}
      {/* Next to the button that was pressed; the top may be scrolled away. */}
      {conflict && modified && (
        <StaleAlert
          form={form}
          theirs={conflict.values}
          fields={conflict.fields}
          wording={modified.wording}
          onSaveOver={() => void saveOver(conflict)}
          onTakeTheirs={() => takeTheirs(conflict)}
        />
      )}
      {error && !isAboutDuplicate(error) && !isAboutRefused(error) && !isAboutVersion(error) && <FailureAlert {...failure} error={error} />}
    </Dialog>
  );
}
