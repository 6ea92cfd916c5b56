import { Flex, Form, type FormInstance } from 'antd';
import { useContext, useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { WithEtag } from '../../concurrentChanges';
import type { Version } from '../../draftActions';
import { Dialog } from './Dialog';
import { FormHistory, type FormSteps } from '../form/formHistory';
import { FailureAlert } from '../feedback/FailureAlert';
import { DialogKey } from './dialogKey';
import { startField } from './startField';
import { RestoredDraft } from '../form/RestoredDraft';
import { StaleAlert, type Wording } from '../form/StaleAlert';
import { useFormDraft } from '../form/useFormDraft';
import { bringIntoView } from '../page/bringIntoView';
import { classes } from '../plain/classes';
import { useFormSubmit, type Failed, type FormSubmit, type Modified } from './useFormSubmit';
import styles from './FormDialog.module.css';

type MessageId = FormatjsIntl.Message['ids'];

/** For the `modified` property: `modified={hotspot && modifying(hotspot, toForm, WORDING)}`. `onSubmit` then gets the ETag to send. */
export function modifying<T extends object, V extends object>(
  thing: WithEtag<T>,
  toForm: (thing: T) => V,
  wording: Wording<V>,
): Modified<V> {
  return { etag: thing.etag, values: toForm(thing), read: (current) => toForm(current as T), wording };
}

interface FormDialogProps<V extends object> extends FormSubmit<V> {
  title: MessageId;
  /** Label of the primary button, and its message values. */
  submit: MessageId;
  submitValues?: Record<string, number>;
  /** For dialogs with a preview next to the fields. */
  isWide?: boolean;
  form: FormInstance<V>;
  initialValues: Partial<V>;
  onClose: () => void;
  isRunning: boolean;
  /** Error of the last attempt. */
  error: Failed | undefined;
  /** The specified wording of a failure. */
  failure: { title: MessageId; text?: MessageId };
  /** Closes without asking, because the input is quickly typed again. */
  isTrifle?: boolean;
  isSubmitDisabled?: boolean;
  /** Why the form can't be submitted yet; shown next to the disabled button. */
  blocked?: MessageId | undefined;
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
  const ownKey = useId();
  const key = useContext(DialogKey) ?? ownKey;
  // The version the fields started with. A later one, refetched in the background, was never shown here.
  const [base, setBase] = useState<Version<V> | null>(null);
  const formDraft = useFormDraft(form, { key, isInDialog: true }, base);
  const { draftBase, isRestored, isDirty, onTyped, discard } = formDraft;
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
    setBase(draftBase ? { etag: draftBase.etag, values: { ...fresh.values, ...draftBase.values } } : fresh);
  }
  const isFillable = base !== null;
  const { conflict, send, saveOver, takeTheirs, isShownElsewhere } = useFormSubmit({
    key,
    form,
    formDraft,
    goOnFrom: setBase,
    onSubmit,
    duplicate,
    refused,
    modified,
  });

  const startAgain = () => {
    discard();
    if (!modified) return;
    setBase(versionOf(modified));
    form.setFieldsValue(modified.values);
  };

  // `autoFocus` doesn't work: the fields mount before the dialog is in the document.
  useEffect(() => {
    if (!isFillable) return;
    if (firstField === undefined) startField(formId, form)?.focus();
    else form.focusField(firstField);
  }, [form, formId, firstField, isFillable]);

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
      {isRestored && <RestoredDraft onDiscard={startAgain} />}
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
          onFinish={(values) => conflict === null && void send(values, base)}
        >
          <FormHistory value={history}>{children}</FormHistory>
        </Form>
      )}
      {/* Next to the button that was pressed, because the top may be scrolled out of view. */}
      {conflict && modified && (
        <div ref={bringIntoView}>
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
        </div>
      )}
      {error && !isShownElsewhere(error) && <FailureAlert {...failure} error={error} />}
    </Dialog>
  );
}

function versionOf<V>({ etag, values }: Version<V>): Version<V> {
  return { etag, values };
}
