import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { InputNumber, type InputNumberProps } from 'antd';

/** antd's own icons have English labels for screen readers. */
const STEPS = { upIcon: <UpOutlined aria-hidden />, downIcon: <DownOutlined aria-hidden /> };

/** antd's InputNumber with silent icons. */
export function NumberInput(props: InputNumberProps<number>) {
  return <InputNumber<number> controls={STEPS} {...props} />;
}
