import { dialogOpened, type DialogName, type OpenDialog } from '../../shared/dialogs';
import { DIALOGS } from '../dialogs';
import type { Recorded } from '../recording';
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
  () => import('../../features/portal-designer/CaptivePortalPanel'),
  () => import('../../features/dashboard/AlertsPanel'),
  () => import('../../features/deleted/UndoNote'),
  () => import('../../features/disclaimers/PrivacyTab'),
  () => import('../../features/hotspots/OverviewTab'),
  () => import('../../features/hotspots/PreferencesTab'),
  () => import('../../features/mac-auth/MacEntriesTab'),
  () => import('../../features/profile/SecondFactorSetUpPage'),
  () => import('../../features/reports/Drawing'),
  () => import('../../features/batches/BatchesTab'),
  () => import('../../features/counter/CounterTools'),
  () => import('../../features/counter/DeskCounter'),
  () => import('../../features/counter/VouchersCounter'),
  () => import('../../features/vouchers/VouchersTab'),
  () => import('../../features/counter/NetworkCode'),
  () => import('../../features/counter/PortalCode'),
  () => import('../../features/printing/dialogs/PaperSettingsDialog'),
  () => import('../../features/printing/dialogs/PaperTemplatesDialog'),
  () => import('../../shared/ui/form/Month'),
  () => import('../../features/printing/dialogs/PrintDialog'),
  () => import('../../features/printing/studio/PrintStudioDialog'),
  () => import('../../shared/ui/dialog/DialogHost'),
];

/** Loads every screen and everything on it, so that a recording plays without network requests. */
export async function loadEveryScreen(): Promise<void> {
  for (const load of LOADERS) await load();
}

/** Loads the typefaces for printing if the recording shows any, so that it also plays without a network. */
export async function loadTypefacesFor({ start, actions }: Pick<Recorded, 'start' | 'actions'>): Promise<void> {
  const { dialogs } = start as { dialogs?: { stack: readonly OpenDialog[] } };
  const opened = [...(dialogs?.stack ?? []), ...actions.filter(dialogOpened.match).map(({ payload }) => payload)];
  if (!opened.some(({ name }) => ON_PAPER.includes(name))) return;
  const { loadOwnTypefaces } = await import('../../features/printing/typefaces');
  await loadOwnTypefaces();
}

const ON_PAPER: readonly DialogName[] = ['vouchers/print', 'vouchers/paper', 'vouchers/templates'];
