/** The subscription plans that an installation starts with. */
export const PLANS = [
  { code: 'free', name: 'Free', description: 'Free plan', period: 365, included_sms: 0, max_units: 1 },
  { code: 'basic', name: 'Basic', description: 'Basic plan', period: 365, included_sms: 500, max_units: 1, advanced_report: true },
  {
    code: 'standard',
    name: 'Standard',
    description: 'Standard plan',
    period: 365,
    included_sms: 1000,
    max_units: 10,
    advanced_report: true,
    wings_customization: true,
  },
  {
    code: 'premium',
    name: 'Premium',
    description: 'Premium plan',
    period: 3650,
    included_sms: 2000,
    max_units: 100,
    advanced_report: true,
    wings_customization: true,
    social_analytics: true,
  },
];
