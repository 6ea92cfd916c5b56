/** The dialogs of every noun, loaded together with the noun's first screen or dialog. */
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
  // Stored states and recordings use names that begin with `vouchers/` for the dialogs of these four features.
  vouchers: async () => ({
    ...(await import('../features/vouchers/VoucherDialogs')).voucherDialogs,
    ...(await import('../features/counter/CounterDialogs')).counterDialogs,
    ...(await import('../features/batches/BatchDialogs')).batchDialogs,
    ...(await import('../features/printing/PrintingDialogs')).printingDialogs,
  }),
} satisfies Required<DialogLoaders>;
