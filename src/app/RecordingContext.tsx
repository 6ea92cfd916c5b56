import { createContext } from 'react';

/** What the help menu can do with recordings. */
export interface RecordingMenu {
  save: () => void;
  /** Missing if recordings can't be opened: in production this takes the operator's permission and `?replay` in the address. */
  open?: () => void;
}

export const RecordingContext = createContext<RecordingMenu | null>(null);
