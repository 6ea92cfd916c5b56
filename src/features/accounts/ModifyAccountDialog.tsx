import { Form, Radio } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSelector } from 'react-redux';
import { ACCOUNT_FIELDS } from '../../contract/plain/accountFields';
import { each, namesOf } from '../../contract/plain/fields';
import { capabilities } from '../../shared/backEnd/capabilities';
import type { DialogProps } from '../../shared/dialogs';
import { CurrentPasswordField } from '../../shared/ui/form/CurrentPasswordField';
import { DescribedText } from '../../shared/ui/form/DescribedText';
import { FormDialog, modifying } from '../../shared/ui/dialog/FormDialog';
import { useFinish } from '../../shared/ui/dialog/useFinish';
import type { Wording } from '../../shared/ui/form/StaleAlert';
import { untilRead } from '../../shared/ui/feedback/untilRead';
import { selectUser } from '../auth/slice';
import { mayChangeType, toForm, toUpdate, type ModifyForm } from './accountForm';
import { useGetAccountQuery, useUpdateAccountMutation } from './api';

/** Edits an account's name, e-mail address, and type if customer or desk (ACC-08). The username never changes. */
export function ModifyAccountDialog({ args: { id }, onClose }: DialogProps<'accounts/modify'>) {
  const intl = useIntl();
  const finish = useFinish(onClose);
  const user = useSelector(selectUser);
  const [form] = Form.useForm<ModifyForm>();
  const stored = useGetAccountQuery(id, { refetchOnMountOrArgChange: true });
  const account = stored.data;
  const [update, { isLoading, error }] = useUpdateAccountMutation();
  const email = Form.useWatch('email', form) as string | undefined;
  const asksCurrent =
    id === user?.id && capabilities().asksCurrentPassword && account !== undefined && email !== undefined && email.trim() !== account.email;

  const submit = async (values: ModifyForm, etag: string) => {
    if (!account) return undefined;
    return finish(await update({ id, change: toUpdate({ ...toForm(account), ...values }), etag }), 'accounts.saved', {
      username: account.username,
    });
  };
  return (
    <FormDialog<ModifyForm>
      title="accounts.modify"
      submit="common.save"
      form={form}
      initialValues={{}}
      onSubmit={submit}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'account.update_error_title', text: 'account.update_error_sub' }}
      refused={{ current_password: 'password.current_wrong' }}
      modified={account && modifying(account, toForm, WORDING)}
      instead={untilRead(stored, 'accounts.load_one_failed', 4)}
    >
      {namesOf(ACCOUNT_FIELDS).map((field) => (
        <DescribedText key={field} name={field} label={`accounts.${field}`} field={ACCOUNT_FIELDS[field]} />
      ))}
      {asksCurrent && <CurrentPasswordField />}
      {account && mayChangeType(account, user?.id) && (
        <Form.Item<ModifyForm> name="type" label={<FormattedMessage id="accounts.type" />}>
          <Radio.Group
            options={(['customer', 'desk'] as const).map((type) => ({ value: type, label: intl.formatMessage({ id: `role.${type}` }) }))}
          />
        </Form.Item>
      )}
    </FormDialog>
  );
}

/** How to show each field in a conflict with somebody else's change. */
const WORDING: Wording<ModifyForm> = {
  labels: { ...each(namesOf(ACCOUNT_FIELDS), (field) => `accounts.${field}` as const), type: 'accounts.type' },
  values: { type: ({ type }) => <FormattedMessage id={`role.${type}`} /> },
};
