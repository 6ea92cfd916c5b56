import { useIntl } from 'react-intl';
import { countryName, flagOf } from './countries';
import textStyles from '../../shared/ui/page/text.module.css';

/** A country's flag and name. Windows has no flag emoji and shows the two letters instead. */
export function CountryName({ code }: { code: string }) {
  const { locale } = useIntl();
  if (code === '') return '-';
  return (
    <span className={textStyles.nowrap}>
      <span aria-hidden>{flagOf(code)}</span> {countryName(code, locale)}
    </span>
  );
}
