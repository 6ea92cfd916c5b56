import { Form, Input } from 'antd';
import { FormattedMessage } from 'react-intl';
import { required } from '../../shared/ui/form/rules';

export interface FactorCode {
  factor_code: string;
}

/** A code from the authenticator app; unless `isOfApp`, a recovery code is accepted as well. */
export function FactorCodeField({ isOfApp = false }: { isOfApp?: boolean }) {
  return (
    <Form.Item<FactorCode>
      name="factor_code"
      label={<FormattedMessage id="login.factor_code" />}
      {...(!isOfApp && { extra: <FormattedMessage id="second_factor.or_recovery" /> })}
      rules={[required]}
    >
      <Input
        autoComplete="one-time-code"
        inputMode={isOfApp ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
      />
    </Form.Item>
  );
}
