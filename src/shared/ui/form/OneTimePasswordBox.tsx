import { Checkbox, Form } from 'antd';
import { FormattedMessage } from 'react-intl';
import { ONE_TIME_PASSWORD_DAYS } from '../../../contract/plain/wire';

/** Whether a password that somebody else sets only lets its owner choose another (our server only). */
export function OneTimePasswordBox({ name }: { name: string }) {
  return (
    <Form.Item
      name={name}
      valuePropName="checked"
      extra={<FormattedMessage id="password.one_time_hint" values={{ days: ONE_TIME_PASSWORD_DAYS }} />}
    >
      <Checkbox>
        <FormattedMessage id="password.one_time" />
      </Checkbox>
    </Form.Item>
  );
}
