/** Which columns a hotspot's feedback settings hide: what it does not ask for, nobody has answered (spec 2 §2). */
export function hiddenColumns(settings: Partial<Record<string, string>>): readonly string[] {
  return [
    ...(settings.marketing_0_reason_country === 'false' ? ['reason', 'country'] : []),
    ...(settings.marketing_1_enabled === 'false' ? ['survey_auth'] : []),
  ];
}
