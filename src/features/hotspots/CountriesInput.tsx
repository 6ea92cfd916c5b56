import { Select } from 'antd';
import { useIntl } from 'react-intl';
import { PORTAL_LANGUAGES } from '../../contract/plain/wire';
import { ANY_COUNTRY } from '../../contract/plain/hotspotPreferences';
import { countriesIn } from '../../portal/questions';

interface CountriesInputProps {
  id: string;
  /** Comma-separated country codes, or `ANY_COUNTRY`. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
}

/** Chooses countries by name. Choosing "all countries" excludes any other. */
export function CountriesInput({ value, onChange, ...field }: CountriesInputProps) {
  const intl = useIntl();
  const language = PORTAL_LANGUAGES.find((one) => one === intl.locale) ?? 'en';
  const options = [
    { value: ANY_COUNTRY, label: intl.formatMessage({ id: 'preferences.any_country' }) },
    ...countriesIn(language).map(({ code, name }) => ({ value: code, label: name })),
  ];
  const chosen = value.split(',').filter((code) => code !== '');
  const change = (codes: string[]) => {
    const added = codes.find((code) => !chosen.includes(code));
    if (added === ANY_COUNTRY) onChange(ANY_COUNTRY);
    else
      onChange(
        codes
          .filter((code) => code !== ANY_COUNTRY)
          .sort()
          .join(','),
      );
  };
  return (
    <Select
      {...field}
      mode="multiple"
      value={chosen}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={intl.formatMessage({ id: 'preferences.own_country' })}
      onChange={change}
    />
  );
}
