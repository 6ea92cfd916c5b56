/** The dialogs of every noun; each noun's are loaded with the first of its screens or dialogs. */
import type { DialogLoaders } from '../shared/ui/dialog/DialogHost';

export const DIALOGS = {
  app: async () => ({
    'app/about': (await import('./AboutDialog')).AboutDialog,
    'app/keys': (await import('./KeysDialog')).KeysDialog,
  }),
  accounts: async () => (await import('../features/accounts/AccountDialogs')).accountDialogs,
  auth: async () => (await import('../features/auth/PrivacyDialog')).authDialogs,
  disclaimers: async () => (await import('../features/disclaimers/DisclaimerDialogs')).disclaimerDialogs,
  find: async () => (await import('./find/FindDialog')).findDialogs,
  guests: async () => (await import('../features/guests/GuestDialogs')).guestDialogs,
  hotspots: async () => (await import('../features/hotspots/HotspotDialogs')).hotspotDialogs,
  integrations: async () => (await import('../features/integrations/IntegrationDialogs')).integrationDialogs,
  mac: async () => (await import('../features/mac-auth/MacDialogs')).macDialogs,
  profile: async () => (await import('../features/profile/ProfileDialogs')).profileDialogs,
  sessions: async () => (await import('../features/sessions/DisconnectDialog')).sessionDialogs,
  units: async () => (await import('../features/units/UnitDialogs')).unitDialogs,
  // Names begin with `vouchers/` in every browser and recording; each of the four nouns has its part.
  vouchers: async () => ({
    ...(await import('../features/vouchers/VoucherDialogs')).voucherDialogs,
    ...(await import('../features/counter/CounterDialogs')).counterDialogs,
    ...(await import('../features/batches/BatchDialogs')).batchDialogs,
    ...(await import('../features/printing/PrintingDialogs')).printingDialogs,
  }),
} satisfies Required<DialogLoaders>;
