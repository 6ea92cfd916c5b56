import { useSelector } from 'react-redux';
import { countryName, flagOf } from '../../shared/format/countries';
import { selectLanguage } from '../../shared/preferences';

/** A country's flag and name. Windows draws no flags, it writes the two letters: the name stands beside it everywhere. */
export function CountryName({ code }: { code: string }) {
  const language = useSelector(selectLanguage);
  if (code === '') return '-';
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <span aria-hidden>{flagOf(code)}</span> {countryName(code, language)}
    </span>
  );
}
