import CheckOutlined from '@ant-design/icons/CheckOutlined';
import MinusOutlined from '@ant-design/icons/MinusOutlined';
import { useIntl } from 'react-intl';

/** A boolean as an icon, with a text for screen readers and on hover. */
export function YesNo({ value }: { value: boolean }) {
  const intl = useIntl();
  const name = intl.formatMessage({ id: value ? 'common.yes' : 'common.no' });
  return (
    <span role="img" aria-label={name} title={name} className={value ? undefined : 'soft'}>
      {value ? <CheckOutlined aria-hidden /> : <MinusOutlined aria-hidden />}
    </span>
  );
}
