/** Columns hidden because the feedback settings don't ask guests for them (GST-12, GST-13). */
export function hiddenColumns(settings: Partial<Record<string, string>>): readonly string[] {
  return [
    ...(settings.marketing_0_reason_country === 'false' ? ['reason', 'country'] : []),
    ...(settings.marketing_1_enabled === 'false' ? ['survey_auth'] : []),
  ];
}
