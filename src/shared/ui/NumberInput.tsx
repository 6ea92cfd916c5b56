import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { InputNumber, type InputNumberProps } from 'antd';
import { useIntl } from 'react-intl';

/** antd's own icons have English labels for screen readers. */
const STEPS = { upIcon: <UpOutlined aria-hidden />, downIcon: <DownOutlined aria-hidden /> };

/** antd's InputNumber with unlabelled icons and the current language's decimal separator; a typed dot is accepted too. */
export function NumberInput(props: InputNumberProps<number>) {
  const intl = useIntl();
  const sign = intl.formatNumberToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  return <InputNumber<number> controls={STEPS} decimalSeparator={sign} {...props} />;
}
