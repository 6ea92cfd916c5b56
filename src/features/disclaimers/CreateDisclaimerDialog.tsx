import { Form, Radio } from 'antd';
import { FormattedMessage } from 'react-intl';
import type { DialogProps } from '../../shared/dialogs';
import { useIdempotentMutation } from '../../shared/idempotencyKey';
import { FormDialog } from '../../shared/ui/dialog/FormDialog';
import { useFinish } from '../../shared/ui/dialog/useFinish';
import { useCreateDisclaimerMutation } from './api';
import { type DisclaimerForm, inLanguages, TextFields } from './DisclaimerFields';

/** Creates a disclaimer for a reseller, a privacy notice by default (PRV-08). */
export function CreateDisclaimerDialog({ args: { accountId }, onClose }: DialogProps<'disclaimers/create'>) {
  const finish = useFinish(onClose);
  const [form] = Form.useForm<DisclaimerForm>();
  const [create, { isLoading, error }] = useIdempotentMutation(useCreateDisclaimerMutation());

  const submit = async (values: DisclaimerForm) => {
    const { translations, ...others } = values;
    return finish(await create({ accountId, ...others, ...inLanguages(translations), title: values.title.trim() }), 'disclaimers.added', {
      title: values.title.trim(),
    });
  };
  return (
    <FormDialog<DisclaimerForm>
      title="disclaimers.add"
      submit="disclaimers.add"
      isWide
      form={form}
      initialValues={{ title: '', type: 'privacy', body: '', translations: {} }}
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
