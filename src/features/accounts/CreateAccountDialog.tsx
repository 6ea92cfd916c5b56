import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { App, Button, Form, Input, Radio, Typography } from 'antd';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSelector } from 'react-redux';
import { ACCOUNT_FIELDS, type AccountField } from '../../contract/plain/accountFields';
import { each, namesOf } from '../../contract/plain/fields';
import type { Role } from '../../contract/plain/roles';
import { MAX_LENGTH } from '../../contract/plain/wire';
import { capabilities } from '../../shared/backEnd/capabilities';
import type { DialogProps } from '../../shared/dialogs';
import { identifierOf, withoutSpaces } from '../../shared/identifier';
import { useIdempotentMutation } from '../../shared/idempotencyKey';
import { FormDialog } from '../../shared/ui/dialog/FormDialog';
import { DescribedText } from '../../shared/ui/form/DescribedText';
import { atMost, required } from '../../shared/ui/form/rules';
import { NewPasswordFields, passwordFault, shortestPassword } from '../../shared/ui/form/NewPasswordFields';
import { OneTimePasswordBox } from '../../shared/ui/form/OneTimePasswordBox';
import { selectRole } from '../auth/slice';
import { ChosenHotspot } from '../hotspots/HotspotPicker';
import { SignInDetailsDialog } from './SignInDetailsDialog';
import { generatedPassword, generatedUuid, offeredTypes, toCreateAccount, type AccountForm } from './newAccount';
import { PlanSelect } from './PlanSelect';
import { useCreateAccountMutation } from './api';
import textStyles from '../../shared/ui/page/text.module.css';
import { classes } from '../../shared/ui/plain/classes';

const chosen = (message: FormatjsIntl.Message['ids']) => ({ type: 'number' as const, min: 1, message: <FormattedMessage id={message} /> });

/** Longest UUID the server accepts. */
const MAX_UUID = 64;

/** The fields below username and name. */
const BELOW: readonly AccountField[] = namesOf(ACCOUNT_FIELDS).filter((field) => field !== 'name');

/** Creates an account with a generated password, then shows its sign-in details. */
export function CreateAccountDialog({ args: { hotspotId }, onClose }: DialogProps<'accounts/create'>) {
  const intl = useIntl();
  const { message } = App.useApp();
  const creator = useSelector(selectRole) ?? 'reseller';
  const [form] = Form.useForm<AccountForm>();
  const [initialValues] = useState<AccountForm>(() => beginning(creator, hotspotId));
  const typed = Form.useWatch<AccountForm | undefined>([], form) ?? initialValues;
  const [create, { isLoading, error }] = useIdempotentMutation(useCreateAccountMutation());
  const [created, setCreated] = useState<AccountForm | null>(null);
  const [suggested, setSuggested] = useState(initialValues.password);

  const submit = async (values: AccountForm) => {
    const sent = { ...initialValues, ...values };
    const outcome = await create(toCreateAccount(sent));
    if (outcome.error) return outcome.error;
    void message.success(intl.formatMessage({ id: 'accounts.created_one' }, { username: sent.username.trim() }));
    setCreated(sent);
    return undefined;
  };
  const proposed = useRef('');
  // Proposes a username until the user has typed another.
  const propose = (name: string) => {
    // Read it from the form: the last render may be a few keystrokes behind.
    const username = form.getFieldValue('username') as string;
    if (username !== '' && username !== proposed.current) return;
    proposed.current = identifierOf(name, MAX_LENGTH.name);
    form.setFieldValue('username', proposed.current);
  };
  const another = () => {
    const password = generatedPassword();
    setSuggested(password);
    form.setFieldsValue({ password, confirmation: '' });
  };
  if (created) return <SignInDetailsDialog account={created} onClose={onClose} />;
  const isReseller = typed.type === 'reseller';
  return (
    <FormDialog<AccountForm>
      title="accounts.new"
      submit="accounts.create"
      form={form}
      initialValues={initialValues}
      onSubmit={submit}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'accounts.create_error_title', text: 'accounts.create_error_sub' }}
      refused={{ password: 'password.too_weak' }}
      duplicate={{ field: 'username', message: 'accounts.duplicate' }}
      blocked={faultOf(typed.password === suggested ? { ...typed, confirmation: suggested } : typed)}
    >
      <Form.Item<AccountForm> name="type" label={<FormattedMessage id="accounts.type" />}>
        <Radio.Group options={offeredTypes(creator).map((type) => ({ value: type, label: intl.formatMessage({ id: `role.${type}` }) }))} />
      </Form.Item>
      {isReseller ? (
        <Form.Item<AccountForm>
          name="planId"
          label={<FormattedMessage id="accounts.plan" />}
          required
          rules={[chosen('accounts.choose_plan')]}
        >
          <PlanSelect />
        </Form.Item>
      ) : (
        <Form.Item<AccountForm>
          name="hotspotId"
          label={<FormattedMessage id="hotspots.one" />}
          trigger="onChoose"
          validateTrigger="onChoose"
          extra={<FormattedMessage id="accounts.hotspot_hint" />}
          required
          rules={[chosen('units.choose_hotspot')]}
        >
          <ChosenHotspot />
        </Form.Item>
      )}
      <div className="form-columns">
        <DescribedText name="name" label="accounts.name" field={ACCOUNT_FIELDS.name} onTyped={propose} />
        <Form.Item<AccountForm>
          name="username"
          label={<FormattedMessage id="accounts.username" />}
          normalize={withoutSpaces}
          rules={[required, atMost(MAX_LENGTH.name)]}
        >
          <Input autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Form.Item>
      </div>
      {BELOW.map((field) => (
        <DescribedText
          key={field}
          name={field}
          label={`accounts.${field}`}
          field={ACCOUNT_FIELDS[field]}
          extra={field === 'email' && <FormattedMessage id="accounts.email_hint" />}
        />
      ))}
      {creator === 'admin' && (
        <Form.Item<AccountForm> name="uuid" label={<FormattedMessage id="accounts.uuid" />} rules={[required, atMost(MAX_UUID)]}>
          <Input autoComplete="off" spellCheck={false} className={classes(textStyles.monospace)} />
        </Form.Item>
      )}
      <NewPasswordFields
        username={typed.username}
        shortest={shortestPassword(typed.type)}
        isReadable
        suggested={suggested}
        tools={
          <>
            <Button size="small" icon={<ReloadOutlined aria-hidden />} onClick={another}>
              <FormattedMessage id="password.another" />
            </Button>
            <Typography.Text copyable={{ text: typed.password }} />
          </>
        }
      />
      {capabilities().hasOneTimePasswords && <OneTimePasswordBox name="isOneTime" />}
    </FormDialog>
  );
}

/** Why the form can't be submitted yet: no plan or hotspot, or an invalid password (ACL-07, ACL-08). */
function faultOf(typed: AccountForm): FormatjsIntl.Message['ids'] | undefined {
  if (typed.type === 'reseller' && typed.planId === 0) return 'accounts.why_plan';
  if (typed.type !== 'reseller' && typed.hotspotId === 0) return 'accounts.why_hotspot';
  return passwordFault(typed, shortestPassword(typed.type));
}

function beginning(creator: Role, hotspotId: number): AccountForm {
  const password = generatedPassword();
  const [type] = offeredTypes(creator);
  const texts = each(namesOf(ACCOUNT_FIELDS), () => '');
  return {
    type,
    uuid: generatedUuid(),
    username: '',
    ...texts,
    password,
    confirmation: '',
    isOneTime: capabilities().hasOneTimePasswords,
    hotspotId,
    planId: 0,
  };
}
