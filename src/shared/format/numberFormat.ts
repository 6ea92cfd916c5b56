const made = new Map<string, Intl.NumberFormat>();

/** A formatter of numbers, made once: making it takes longer than formatting a column of numbers. */
export function numberFormat(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const format = made.get(key) ?? new Intl.NumberFormat(language, options);
  made.set(key, format);
  return format;
}
