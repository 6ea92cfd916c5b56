/**
 * Whether a VAT number looks mistyped according to its country's rule. With a country prefix that country's rule applies; without one, any
 * country's will do. False if the country's rule isn't known.
 */
export async function isMistypedVat(text: string): Promise<boolean> {
  // Loaded on demand: only forms with a VAT field need the rules.
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
