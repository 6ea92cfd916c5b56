import { Form, Input, type FormItemProps } from 'antd';
import { FormattedMessage } from 'react-intl';
import type { TextField } from '../../../contract/plain/fields';
import { EMAIL } from '../../../contract/plain/wire';
import { rulesOf } from './rules';

interface DescribedTextProps extends Pick<FormItemProps, 'extra' | 'validateFirst'> {
  name: string;
  label: FormatjsIntl.Message['ids'];
  field: TextField;
  /** Rules in addition to those that follow from the description. */
  moreRules?: FormItemProps['rules'];
  onTyped?: (text: string) => void;
}

/** Form field for a text described in a table of fields (contract/plain/fields.ts). */
export function DescribedText({ name, label, field, moreRules = [], onTyped, ...item }: DescribedTextProps) {
  const isMail = field.pattern === EMAIL;
  return (
    <Form.Item name={name} label={<FormattedMessage id={label} />} rules={[...rulesOf(field), ...moreRules]} {...item}>
      <Input
        {...(isMail && { type: 'email' })}
        autoComplete={field.autoComplete}
        dir={isMail ? undefined : 'auto'}
        onChange={({ target }) => onTyped?.(target.value)}
      />
    </Form.Item>
  );
}
