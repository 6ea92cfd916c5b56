import { App, Form, Input, Radio, Skeleton } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Disclaimer } from '../../contract/disclaimers';
import { MAX_LENGTH } from '../../contract/wire';
import type { DialogProps } from '../../shared/dialogs';
import { useIdempotentMutation } from '../../shared/idempotencyKey';
import { sanitizeHtml } from '../../shared/sanitizeHtml';
import { FormDialog, modifying } from '../../shared/ui/FormDialog';
import { LoadFailed } from '../../shared/ui/LoadFailed';
import { RichTextEditor } from '../../shared/ui/RichTextEditor';
import type { Wording } from '../../shared/ui/StaleAlert';
import { useGetAccountQuery } from '../accounts/api';
import { useGetHotspotQuery } from '../hotspots/api';
import { filled, PLACEHOLDER_NAMES, tokenOf, type PlaceholderName } from './placeholders';
import { readable } from './readable';
import { UsedBy } from './UsedBy';
import { useCreateDisclaimerMutation, useGetDisclaimerQuery, useListDisclaimerHotspotsQuery, useUpdateDisclaimerMutation } from './api';

interface DisclaimerForm {
  title: string;
  type: Disclaimer['type'];
  body: string;
}

/** Creates a disclaimer for a reseller, a privacy notice by default (PRV-08). */
export function CreateDisclaimerDialog({ args: { accountId }, onClose }: DialogProps<'disclaimers/create'>) {
  const intl = useIntl();
  const { message } = App.useApp();
  const [form] = Form.useForm<DisclaimerForm>();
  const [create, { isLoading, error }] = useIdempotentMutation(useCreateDisclaimerMutation());

  const submit = async (values: DisclaimerForm) => {
    const outcome = await create({ accountId, ...values, title: values.title.trim() });
    if (outcome.error) return outcome.error;
    void message.success(intl.formatMessage({ id: 'disclaimers.added' }, { title: values.title.trim() }));
    onClose();
    return undefined;
  };
  return (
    <FormDialog<DisclaimerForm>
      title="disclaimers.add"
      submit="disclaimers.add"
      isWide
      form={form}
      initialValues={{ title: '', type: 'privacy', body: '' }}
      firstField="title"
      onSubmit={submit}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'disclaimers.not_added' }}
    >
      <Form.Item<DisclaimerForm> name="type" label={<FormattedMessage id="disclaimers.type" />}>
        <Radio.Group
          options={[
            { value: 'privacy', label: <FormattedMessage id="disclaimers.type_privacy" /> },
            { value: 'tos', label: <FormattedMessage id="disclaimers.type_tos" /> },
          ]}
        />
      </Form.Item>
      <TextFields accountId={accountId} hotspotId={0} />
    </FormDialog>
  );
}

/** Edits a disclaimer, naming the hotspots that show it. Its type is fixed: hotspots chose it as privacy notice or terms. */
export function ModifyDisclaimerDialog({ args: { id, accountId }, onClose }: DialogProps<'disclaimers/modify'>) {
  const intl = useIntl();
  const { message } = App.useApp();
  const [form] = Form.useForm<DisclaimerForm>();
  const { data: disclaimer, isError, isFetching, refetch } = useGetDisclaimerQuery(id, { refetchOnMountOrArgChange: true });
  const { data: hotspots } = useListDisclaimerHotspotsQuery(id);
  const [update, { isLoading, error }] = useUpdateDisclaimerMutation();
  const notYet = isError ? (
    <LoadFailed message="disclaimers.load_failed" onRetry={refetch} />
  ) : (
    <Skeleton active title={false} paragraph={{ rows: 8, width: '100%' }} />
  );

  const submit = async ({ title, body }: DisclaimerForm, etag: string) => {
    const outcome = await update({ id, change: { title: title.trim(), body }, etag });
    if (outcome.error) return outcome.error;
    void message.success(intl.formatMessage({ id: 'disclaimers.saved' }, { title: title.trim() }));
    onClose();
    return undefined;
  };
  return (
    <FormDialog<DisclaimerForm>
      title="disclaimers.modify"
      submit="common.save"
      isWide
      form={form}
      initialValues={{}}
      firstField="title"
      onSubmit={submit}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'disclaimers.not_saved' }}
      modified={disclaimer && modifying(disclaimer, toForm, WORDING)}
      instead={disclaimer && !isFetching ? undefined : notYet}
    >
      <UsedBy disclaimerId={id} message="disclaimers.used_changes" />
      <TextFields accountId={accountId} hotspotId={hotspots?.[0]?.id ?? 0} />
    </FormDialog>
  );
}

const toForm = ({ title, type, body }: Disclaimer): DisclaimerForm => ({ title, type, body });

/** How each field is shown when somebody else has changed it meanwhile. */
const WORDING: Wording<DisclaimerForm> = {
  labels: { title: 'disclaimers.text_title', body: 'disclaimers.body' },
  values: { body: ({ body }) => <span style={{ whiteSpace: 'pre-wrap' }}>{readable(body)}</span> },
};

const required = { required: true, whitespace: true, message: <FormattedMessage id="form.required" /> };
const atMost = (max: number) => ({ max, message: <FormattedMessage id="form.too_long" values={{ max }} /> });

/** `hotspotId`: a hotspot that shows the disclaimer, for the preview; 0: none. */
function TextFields({ accountId, hotspotId }: { accountId: number; hotspotId: number }) {
  return (
    <>
      <Form.Item<DisclaimerForm>
        name="title"
        label={<FormattedMessage id="disclaimers.text_title" />}
        rules={[required, atMost(MAX_LENGTH.text)]}
      >
        <Input autoComplete="off" dir="auto" />
      </Form.Item>
      <Form.Item<DisclaimerForm>
        name="body"
        label={<FormattedMessage id="disclaimers.body" />}
        extra={<FormattedMessage id="disclaimers.body_hint" />}
        rules={[required, atMost(MAX_LENGTH.html)]}
      >
        <BodyEditor />
      </Form.Item>
      <Preview accountId={accountId} hotspotId={hotspotId} />
    </>
  );
}

interface BodyEditorProps {
  /** Injected by antd's Form.Item. */
  id?: string;
  value?: string;
  onChange?: (html: string) => void;
  onBlur?: () => void;
  'aria-describedby'?: string;
}

function BodyEditor({ id = '', value = '', onChange = () => undefined, onBlur = () => undefined, ...aria }: BodyEditorProps) {
  const intl = useIntl();
  const { status } = Form.Item.useStatus();
  return (
    <RichTextEditor
      id={id}
      label={intl.formatMessage({ id: 'disclaimers.body' })}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      isWrong={status === 'error'}
      describedBy={aria['aria-describedby']}
      tokens={PLACEHOLDER_NAMES.map((name) => ({ token: tokenOf(name), label: intl.formatMessage({ id: `placeholder.${name}` }) }))}
    />
  );
}

/** The text as guests see it, with the placeholders of the reseller and of a hotspot that shows it filled in. */
function Preview({ accountId, hotspotId }: { accountId: number; hotspotId: number }) {
  const intl = useIntl();
  const { data: account } = useGetAccountQuery(accountId);
  const html = (Form.useWatch('body', Form.useFormInstance<DisclaimerForm>()) as string | undefined) ?? '';
  const { data: hotspot } = useGetHotspotQuery(hotspotId, { skip: hotspotId === 0 });
  const nothing = (name: PlaceholderName) => `‹${intl.formatMessage({ id: `placeholder.${name}` })}›`;
  return (
    <section aria-label={intl.formatMessage({ id: 'disclaimers.preview' })}>
      <h3 style={{ fontSize: 14, margin: '0 0 4px' }}>
        <FormattedMessage id="disclaimers.preview" />
      </h3>
      <div className="text-preview" dangerouslySetInnerHTML={{ __html: sanitizeHtml(filled(html, { ...account, ...hotspot }, nothing)) }} />
    </section>
  );
}
