const made = new Map<string, Intl.NumberFormat>();

/** A cached number formatter: constructing one takes longer than formatting a whole column. */
export function numberFormat(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const format = made.get(key) ?? new Intl.NumberFormat(language, options);
  made.set(key, format);
  return format;
}
