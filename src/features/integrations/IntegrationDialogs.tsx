import type { DialogsOf } from '../../shared/dialogs';
import { DeleteIntegrationDialog } from './DeleteIntegrationDialog';
import { CreateIntegrationDialog } from './CreateIntegrationDialog';
import { ModifyIntegrationDialog } from './ModifyIntegrationDialog';
import { PrivacyTextDialog } from './PrivacyTextDialog';
import { TestCallDialog } from './TestCallDialog';

declare module '../../shared/dialogs' {
  interface DialogTable {
    'integrations/create': null;
    'integrations/modify': { id: number };
    'integrations/delete': { id: number };
    'integrations/test': { id: number };
    'integrations/privacy': { id: number };
  }
}

export const integrationDialogs: DialogsOf<'integrations'> = {
  'integrations/create': CreateIntegrationDialog,
  'integrations/modify': ModifyIntegrationDialog,
  'integrations/delete': DeleteIntegrationDialog,
  'integrations/test': TestCallDialog,
  'integrations/privacy': PrivacyTextDialog,
};
