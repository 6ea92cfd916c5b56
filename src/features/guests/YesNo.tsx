import { CheckOutlined, MinusOutlined } from '@ant-design/icons';
import { useIntl } from 'react-intl';

/** A fact that is or is not: a sign for the eye, a word for the ear and on hover. */
export function YesNo({ value }: { value: boolean }) {
  const intl = useIntl();
  const name = intl.formatMessage({ id: value ? 'common.yes' : 'common.no' });
  return (
    <span role="img" aria-label={name} title={name} className={value ? undefined : 'soft'}>
      {value ? <CheckOutlined aria-hidden /> : <MinusOutlined aria-hidden />}
    </span>
  );
}
