import { DIALOGS } from '../dialogs';
import { ROUTES } from '../routes';
import './everyEndpoint';

/** All lazily loaded modules. A test compares this list with the source. */
const LOADERS: readonly (() => Promise<unknown>)[] = [
  () => import('../Console'),
  () => import('../AppShell'),
  ...ROUTES.map(({ screen }) => screen),
  ...Object.values(DIALOGS),
  () => import('../../features/auth/ForgottenPassword'),
  () => import('../../features/auth/OneTimePasswordPage'),
  () => import('../../features/captive-portal/CaptivePortalPanel'),
  () => import('../../features/dashboard/AlertsPanel'),
  () => import('../../features/disclaimers/PrivacyTab'),
  () => import('../../features/hotspots/OverviewTab'),
  () => import('../../features/hotspots/PreferencesTab'),
  () => import('../../features/mac-auth/MacEntriesTab'),
  () => import('../../features/reports/Drawing'),
  () => import('../../features/vouchers/BatchesTab'),
  () => import('../../features/vouchers/DeskCounter'),
  () => import('../../features/vouchers/VouchersCounter'),
  () => import('../../features/vouchers/VouchersTab'),
  () => import('../../features/vouchers/counter/NetworkCode'),
  () => import('../../features/vouchers/counter/PortalCode'),
  () => import('../../features/vouchers/paper/PaperSettingsDialog'),
  () => import('../../features/vouchers/paper/PaperTemplatesDialog'),
  () => import('../../shared/ui/Month'),
  () => import('../../features/vouchers/paper/PrintDialog'),
  () => import('../../features/vouchers/paper/PrintStudioDialog'),
  () => import('../../shared/ui/DialogHost'),
];

/** Loads every screen and everything on it, so that a recording plays without network requests. */
export async function loadEveryScreen(): Promise<void> {
  for (const load of LOADERS) await load();
}
