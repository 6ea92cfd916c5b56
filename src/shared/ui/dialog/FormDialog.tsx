import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { Flex, Form, type FormInstance } from 'antd';
import { useContext, useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDispatch } from 'react-redux';
import type { Conflict as StoredConflict, Version } from '../../draftActions';
import { conflictMet } from '../../drafts';
import { failureOf } from '../../failure';
import type { WithEtag } from '../../etag';
import { differencesOf } from '../../threeWay';
import { useSubmitOnce } from '../../useSubmitOnce';
import { Dialog } from './Dialog';
import { FormHistory, type FormSteps } from '../form/formHistory';
import { FailureAlert } from '../feedback/FailureAlert';
import { DialogKey } from './dialogKey';
import { fieldError } from '../form/fieldError';
import { RestoredDraft } from '../form/RestoredDraft';
import { StaleAlert, type Wording } from '../form/StaleAlert';
import { useFormDraft } from '../form/useFormDraft';
import { classes } from '../plain/classes';
import styles from './FormDialog.module.css';

type MessageId = FormatjsIntl.Message['ids'];

type Failed = FetchBaseQueryError | SerializedError;

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

type Values = Readonly<Record<string, unknown>>;

interface Conflict<V> extends Version<V> {
  fields: (keyof V & string)[];
}

interface FormDialogProps<V extends object> {
  title: MessageId;
  /** Label of the primary button, and its message values. */
  submit: MessageId;
  submitValues?: Record<string, number>;
  /** For dialogs with a preview next to the fields. */
  isWide?: boolean;
  form: FormInstance<V>;
  initialValues: Partial<V>;
  /** The field to focus first. */
  firstField: keyof V & string;
  /** Returns the error, if any; `unfinished` if some input hasn't been sent yet. `etag` is that of the edited version. */
  onSubmit: (values: V, etag: string) => Promise<Failed | 'unfinished' | undefined>;
  onClose: () => void;
  isRunning: boolean;
  /** Error of the last attempt. */
  error: Failed | undefined;
  /** The specified wording of a failure. */
  failure: { title: MessageId; text?: MessageId };
  /** Shows a duplicate error on its field instead of in the alert. */
  duplicate?: { field: keyof V & string; message: MessageId };
  /** Messages for fields that the server refuses; they replace the alert. */
  refused?: Partial<Record<keyof V & string, MessageId>>;
  /** Closes without asking, because the input is quickly typed again. */
  isTrifle?: boolean;
  isSubmitDisabled?: boolean;
  /** Why the form can't be submitted yet; shown next to the disabled button. */
  blocked?: MessageId | undefined;
  /** The object being edited; provides the initial values and detects concurrent changes. */
  modified?: Modified<V> | undefined;
  /** Shown instead of the fields while their values are loading or couldn't be loaded. */
  instead?: ReactNode;
  children: ReactNode;
}

/**
 * The base of every form dialog (HSP-32). Mounted only while open; shows a spinner and ignores further submits while one is running; stays
 * open with the input after a failure. Enter submits; Escape closes, asking first if there is unsaved input.
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
    isTrifle = false,
    isSubmitDisabled = false,
    blocked,
    modified,
    instead,
    children,
  } = props;
  const formId = useId();
  const reasonId = useId();
  const dispatch = useDispatch();
  const ownKey = useId();
  const key = useContext(DialogKey) ?? ownKey;
  // The version the fields started with. A later one, refetched in the background, was never shown here.
  const [base, setBase] = useState<Version<V> | null>(null);
  const formDraft = useFormDraft(form, { key, isInDialog: true }, base);
  const { draft, isDirty, onTyped, flush, discard, drop } = formDraft;
  const latest = useRef(formDraft);
  useLayoutEffect(() => {
    latest.current = formDraft;
  });
  const history = useMemo(
    (): FormSteps => ({ key, flush: () => latest.current.flush(), step: (...step) => latest.current.step(...step) }),
    [key],
  );
  if (base === null && instead === undefined) {
    const fresh = modified ? versionOf(modified) : { etag: '', values: initialValues as V };
    // A restored draft is based on the version that was current when it was typed.
    setBase(draft?.begun ? { etag: draft.begun.etag, values: { ...fresh.values, ...draft.begun.values } } : fresh);
  }
  const isFillable = base !== null;
  const conflict = (draft?.conflict ?? null) as unknown as Conflict<V> | null;
  const isAboutDuplicate = (failed: Failed) => duplicate !== undefined && failureOf(failed).kind === 'duplicate';

  const isAboutRefused = (failed: Failed) => failureOf(failed).fields.some((field) => refused !== undefined && field in refused);

  // A conflict has its own alert, and needs no other once it is resolved.
  const isAboutVersion = (failed: Failed) => modified !== undefined && failureOf(failed).current !== undefined;

  const send = async (values: V, version: Version<V> | null): Promise<void> => {
    // If the login has expired, signing in again restores this draft.
    flush();
    const failed = await onSubmit(values, version?.etag ?? '');
    if (!failed) drop();
    if (failed === 'unfinished') onTyped();
    if (!failed || failed === 'unfinished') return;
    if (modified && version && isAboutVersion(failed)) {
      const { current, etag } = failureOf(failed);
      const theirs = { etag, values: modified.read(current) };
      const versions = { base: version.values, theirs: theirs.values, mine: values };
      const fields = differencesOf(versions, Object.keys(modified.wording.labels) as (keyof V & string)[]).map(({ field }) => field);
      // The other user changed nothing in this form, or made the same change.
      if (fields.length === 0 && etag !== version.etag) return send(values, theirs);
      dispatch(conflictMet({ key, conflict: { ...theirs, fields } as unknown as StoredConflict<Values> }));
      return;
    }
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

  const submitOnce = useSubmitOnce(send);

  const goOnFrom = ({ etag, values }: Conflict<V>): Version<V> => {
    const version = { etag, values };
    setBase(version);
    dispatch(conflictMet({ key, conflict: null, begun: version as unknown as Version<Values> }));
    return version;
  };
  const saveOver = async (theirs: Conflict<V>) => {
    const values = await form.validateFields().catch(() => null);
    if (values) await submitOnce(values, goOnFrom(theirs));
  };
  const takeTheirs = (theirs: Conflict<V>) => {
    form.setFields(theirs.fields.map((field) => ({ name: field as never, value: theirs.values[field], errors: [] })));
    form.focusField(theirs.fields[0] ?? firstField);
    goOnFrom(theirs);
    onTyped();
  };

  const startAgain = () => {
    discard();
    if (!modified) return;
    setBase(versionOf(modified));
    form.setFieldsValue(modified.values);
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
      okButtonProps={{
        htmlType: 'submit',
        form: formId,
        disabled: isSubmitDisabled || blocked !== undefined || !isFillable || conflict !== null,
        ...(blocked !== undefined && { 'aria-describedby': reasonId }),
      }}
      footer={(buttons) => (
        <Flex align="center" justify="end" gap={8} wrap>
          {blocked !== undefined && isFillable && (
            <span id={reasonId} className={classes(styles.blockedReason, 'soft')}>
              <FormattedMessage id={blocked} />
            </span>
          )}
          {buttons}
        </Flex>
      )}
      confirmLoading={isRunning}
      onCancel={onClose}
      hasTyped={() => isFillable && !isTrifle && isDirty()}
      mask={{ closable: false }}
    >
      {!isFillable && instead}
      {draft?.isRestored && <RestoredDraft onDiscard={startAgain} />}
      {isFillable && (
        <Form<V>
          noValidate
          id={formId}
          form={form}
          layout="vertical"
          validateTrigger="onBlur"
          initialValues={base.values}
          scrollToFirstError={{ focus: true }}
          onValuesChange={onTyped}
          onBlur={onTyped}
          onFinish={(values) => conflict === null && void submitOnce(values, base)}
        >
          <FormHistory value={history}>{children}</FormHistory>
        </Form>
      )}
      {/* Next to the button that was pressed, because the top may be scrolled out of view. */}
      {conflict && modified && (
        <StaleAlert
          form={form}
          base={base?.values ?? modified.values}
          theirs={conflict.values}
          fields={conflict.fields}
          wording={modified.wording}
          onChosen={onTyped}
          onSaveOver={() => void saveOver(conflict)}
          onTakeTheirs={() => takeTheirs(conflict)}
        />
      )}
      {error && !isAboutDuplicate(error) && !isAboutRefused(error) && !isAboutVersion(error) && <FailureAlert {...failure} error={error} />}
    </Dialog>
  );
}

function versionOf<V>({ etag, values }: Version<V>): Version<V> {
  return { etag, values };
}
