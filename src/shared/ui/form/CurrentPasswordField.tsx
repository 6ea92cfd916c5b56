import { Form, Input } from 'antd';
import { FormattedMessage } from 'react-intl';
import { MAX_LENGTH } from '../../../contract/plain/wire';
import { filled } from './rules';

export interface CurrentPassword {
  current_password: string;
}

/**
 * For changing one's own password or address, on our server only: finding a console left open mustn't be enough to take over the account.
 */
export function CurrentPasswordField({ autoFocus = false }: { autoFocus?: boolean }) {
  return (
    <Form.Item<CurrentPassword>
      name="current_password"
      label={<FormattedMessage id="password.current" />}
      extra={<FormattedMessage id="password.current_hint" />}
      rules={[filled]}
    >
      <Input.Password autoFocus={autoFocus} autoComplete="current-password" maxLength={MAX_LENGTH.password} spellCheck={false} />
    </Form.Item>
  );
}
