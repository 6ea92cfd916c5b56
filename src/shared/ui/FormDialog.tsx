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

/** A version of what is modified, as the form has it. */
interface Version<V> {
  etag: string;
  values: V;
}

/** What a dialog modifies, made by `modifying`. */
interface Modified<V extends object> extends Version<V> {
  /** What somebody else made of it, as the server tells it. */
  read: (current: unknown) => V;
  wording: Wording<V>;
}

/** For the property of this name: `modified={hotspot && modifying(hotspot, toForm, WORDING)}`, and `onSubmit` gets the tag to send along. */
export function modifying<T extends object, V extends object>(
  thing: WithEtag<T>,
  toForm: (thing: T) => V,
  wording: Wording<V>,
): Modified<V> {
  return { etag: thing.etag, values: toForm(thing), read: (current) => toForm(current as T), wording };
}

/** Somebody else saved first; `fields` are those in which the two differ. */
interface Conflict<V> extends Version<V> {
  fields: (keyof V & string)[];
}

interface FormDialogProps<V extends object> {
  title: MessageId;
  /** What the primary button does, in its own words; and the numbers in them. */
  submit: MessageId;
  submitValues?: Record<string, number>;
  /** Where there is something to look at beside the fields. */
  isWide?: boolean;
  form: FormInstance<V>;
  initialValues: Partial<V>;
  /** Where typing begins. */
  firstField: keyof V & string;
  /** Answers why it failed, or nothing. `etag` is of the version that is modified. */
  onSubmit: (values: V, etag: string) => Promise<Failed | undefined>;
  onClose: () => void;
  isRunning: boolean;
  /** Why the last try failed. */
  error: Failed | undefined;
  /** The specification's words for a failure. */
  failure: { title: MessageId; text?: MessageId };
  /** A refusal that is about one field is told there; the rest in the alert. */
  duplicate?: { field: keyof V & string; message: MessageId };
  /** Fields that are told in words of their own when the server refuses them; nothing else is said then. */
  refused?: Partial<Record<keyof V & string, MessageId>>;
  isSubmitDisabled?: boolean;
  /** What is modified, so that nobody's change gets lost; its values are the initial ones. */
  modified?: Modified<V> | undefined;
  /** Stands in the place of the fields until they can be filled in: what they hold is loading, or could not be read. */
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
  // The version that the fields began with: a later one, read behind the dialog's back, was never seen in it.
  const [begun, setBegun] = useState<Version<V> | null>(null);
  const [conflict, setConflict] = useState<Conflict<V> | null>(null);
  if (begun === null && modified && instead === undefined) setBegun(modified);
  const isFillable = instead === undefined || begun !== null;
  const isAboutDuplicate = (failed: Failed) => duplicate !== undefined && failureOf(failed).kind === 'duplicate';

  const isAboutRefused = (failed: Failed) => failureOf(failed).fields.some((field) => refused !== undefined && field in refused);

  // Told in its own words, or, once decided upon, not any more.
  const isAboutVersion = (failed: Failed) => modified !== undefined && failureOf(failed).current !== undefined;

  const submitOnce = async (values: V, version: Version<V> | null) => {
    // The spinner comes with the next picture; a second Enter may be faster.
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
      // What they changed is not in this form, or the same as here.
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

  // Not by `autoFocus`: the fields are made before the dialog is in the page.
  useEffect(() => {
    if (isFillable) form.focusField(firstField);
  }, [form, firstField, isFillable]);

  return (
    <Dialog
      width={isWide ? 880 : 640}
      // The button stays in sight; the room at the sides is for the focus.
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
      {/* Beside the button that was pressed: the top may be out of sight. */}
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
