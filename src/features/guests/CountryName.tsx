import { useSelector } from 'react-redux';
import { countryName, flagOf } from './countries';
import { selectLanguage } from '../../shared/preferences';

/** Flag and name of a country; Windows has no flag emoji and shows the two letters instead. */
export function CountryName({ code }: { code: string }) {
  const language = useSelector(selectLanguage);
  if (code === '') return '-';
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <span aria-hidden>{flagOf(code)}</span> {countryName(code, language)}
    </span>
  );
}
