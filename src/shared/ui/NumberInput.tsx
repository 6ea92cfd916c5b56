import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { InputNumber, type InputNumberProps } from 'antd';

/** antd's own signs call themselves by English words, aloud. */
const STEPS = { upIcon: <UpOutlined aria-hidden />, downIcon: <DownOutlined aria-hidden /> };

/** antd's field for a number. */
export function NumberInput(props: InputNumberProps<number>) {
  return <InputNumber<number> controls={STEPS} {...props} />;
}
