/**
 * Whether a VAT number looks mistyped by its country's rule. With a country's prefix that country counts; without, any will do. False where
 * nothing is known of the country.
 */
export async function isMistypedVat(text: string): Promise<boolean> {
  // Only forms with such a field need the rules.
  const { checkVAT, countries } = await import('jsvat');
  const number = text.replaceAll(/[\s./-]/g, '').toUpperCase();
  if (number === '') return false;
  const prefixesOf = ({ codes, name }: (typeof countries)[number]) => [...codes.slice(0, 1), ...(name === 'Greece' ? ['EL'] : [])];
  if (/^[A-Z]{2}/.test(number)) {
    const own = countries.filter((country) => prefixesOf(country).includes(number.slice(0, 2)));
    return own.length > 0 && !checkVAT(number, own).isValid;
  }
  return !countries.some((country) => ['', ...prefixesOf(country)].some((prefix) => checkVAT(`${prefix}${number}`, [country]).isValid));
}
