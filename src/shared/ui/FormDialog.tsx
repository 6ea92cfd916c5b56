import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { Form, type FormInstance } from 'antd';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { failureOf } from '../failure';
import { Dialog } from './Dialog';
import { FailureAlert } from './FailureAlert';

type MessageId = FormatjsIntl.Message['ids'];

type Failed = FetchBaseQueryError | SerializedError;

interface FormDialogProps<V extends object> {
  title: MessageId;
  /** What the primary button does, in its own words. */
  submit: MessageId;
  form: FormInstance<V>;
  initialValues: Partial<V>;
  /** Where typing begins. */
  firstField: keyof V & string;
  /** Answers why it failed, or nothing. */
  onSubmit: (values: V) => Promise<Failed | undefined>;
  onClose: () => void;
  isRunning: boolean;
  /** Why the last try failed. */
  error: Failed | undefined;
  /** The specification's words for a failure. */
  failure: { title: MessageId; text: MessageId };
  /** A refusal that is about one field is told there; the rest in the alert. */
  duplicate?: { field: keyof V & string; message: MessageId };
  isSubmitDisabled?: boolean;
  /** Stands in the place of the fields while they cannot be filled in: what they hold is loading, or could not be read. */
  instead?: ReactNode;
  children: ReactNode;
}

/**
 * The one pattern of dialogs with a form: mounted only while open, a spinner while it runs and no second sending, open with what
 * was typed after a failure, Enter sends, Escape closes (spec 1 §4, DESIGN.md §7).
 */
export function FormDialog<V extends object>(props: FormDialogProps<V>) {
  const {
    title,
    submit,
    form,
    initialValues,
    firstField,
    onSubmit,
    onClose,
    isRunning,
    error,
    failure,
    duplicate,
    isSubmitDisabled = false,
    instead,
    children,
  } = props;
  const intl = useIntl();
  const formId = useId();
  const isSending = useRef(false);
  const isFillable = instead === undefined;
  const isAboutDuplicate = (failed: Failed) => duplicate !== undefined && failureOf(failed).kind === 'duplicate';

  const submitOnce = async (values: V) => {
    // The spinner comes with the next picture; a second Enter may be faster.
    if (isSending.current) return;
    isSending.current = true;
    const failed = await onSubmit(values);
    isSending.current = false;
    if (!failed) return;
    if (duplicate && isAboutDuplicate(failed)) {
      form.setFields([{ name: duplicate.field as never, errors: [intl.formatMessage({ id: duplicate.message })] }]);
      form.focusField(duplicate.field);
    }
    for (const field of failureOf(failed).fields) {
      form.setFields([{ name: field as never, errors: [intl.formatMessage({ id: 'form.refused' })] }]);
    }
  };

  // Not by `autoFocus`: the fields are made before the dialog is in the page.
  useEffect(() => {
    if (isFillable) form.focusField(firstField);
  }, [form, firstField, isFillable]);

  return (
    <Dialog
      width={640}
      title={<FormattedMessage id={title} />}
      okText={<FormattedMessage id={submit} />}
      okButtonProps={{ htmlType: 'submit', form: formId, disabled: isSubmitDisabled || !isFillable }}
      confirmLoading={isRunning}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      {instead}
      {isFillable && (
        <Form<V>
          id={formId}
          form={form}
          layout="vertical"
          validateTrigger="onBlur"
          initialValues={initialValues}
          scrollToFirstError={{ focus: true }}
          onFinish={(values) => void submitOnce(values)}
        >
          {children}
        </Form>
      )}
      {/* Beside the button that was pressed: the top may be out of sight. */}
      {error && !isAboutDuplicate(error) && <FailureAlert title={failure.title} text={failure.text} error={error} />}
    </Dialog>
  );
}
