import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import { Flex, Form, Input } from 'antd';
import { FormattedMessage } from 'react-intl';
import { MIN_PASSWORD } from '../../contract/wire';

export interface NewPassword {
  password: string;
  confirmation: string;
}

/** Whether two typed passwords may be sent: both there, long enough, and equal (spec 1 §5). */
export function isUsable({ password = '', confirmation = '' }: Partial<NewPassword>): boolean {
  return password.length >= MIN_PASSWORD && password === confirmation;
}

/** A new password, twice, and whether the two match. */
export function NewPasswordFields({ username }: { username: string }) {
  const typed = Form.useWatch<NewPassword | undefined>([], Form.useFormInstance<NewPassword>());
  const isShort = (typed?.password ?? '') !== '' && (typed?.password ?? '').length < MIN_PASSWORD;
  const rule = <FormattedMessage id="password.rule" values={{ count: MIN_PASSWORD }} />;
  return (
    <>
      {/* For password managers: which account the new password is for. */}
      <input hidden readOnly autoComplete="username" value={username} />
      <Form.Item
        name="password"
        label={<FormattedMessage id="password.new" />}
        help={isShort ? rule : undefined}
        extra={rule}
        validateStatus={isShort ? 'error' : ''}
      >
        <Input.Password autoFocus autoComplete="new-password" />
      </Form.Item>
      <Form.Item name="confirmation" label={<FormattedMessage id="password.again" />}>
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Match typed={typed ?? {}} />
    </>
  );
}

function Match({ typed: { password = '', confirmation = '' } }: { typed: Partial<NewPassword> }) {
  if (password === '' && confirmation === '') return null;
  const matches = password === confirmation;
  return (
    <Flex gap={8} align="center" role="status" style={{ marginBottom: 16, color: matches ? 'var(--success)' : 'var(--error)' }}>
      {matches ? <CheckCircleFilled aria-hidden /> : <CloseCircleFilled aria-hidden />}
      <FormattedMessage id={matches ? 'password.matches' : 'password.differs'} />
    </Flex>
  );
}
