const formats = new Map<string, Intl.NumberFormat>();

/** A cached number formatter: constructing one takes longer than formatting a whole column. */
export function numberFormat(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(language, options);
  formats.set(key, format);
  return format;
}
