import { Form, Input } from 'antd';
import { FormattedMessage } from 'react-intl';
import { MAX_LENGTH } from '../../contract/wire';

export interface UnitNames {
  name: string;
  description: string;
}

const required = { required: true, whitespace: true, message: <FormattedMessage id="form.required" /> };
const atMost = (max: number) => ({ max, message: <FormattedMessage id="form.too_long" values={{ max }} /> });

/** Name and description of a unit. */
export function NameFields() {
  return (
    <>
      <Form.Item<UnitNames> name="name" label={<FormattedMessage id="units.name" />} rules={[required, atMost(MAX_LENGTH.name)]}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item<UnitNames> name="description" label={<FormattedMessage id="units.description" />} rules={[atMost(MAX_LENGTH.description)]}>
        <Input autoComplete="off" />
      </Form.Item>
    </>
  );
}
