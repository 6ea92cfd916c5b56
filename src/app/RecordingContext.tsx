import { createContext } from 'react';

/** What the help menu can do with recordings. */
export interface RecordingMenu {
  save: () => void;
  /** Missing if recordings can't be opened: in a production build without the operator's permission or without `?replay`. */
  open?: () => void;
}

export const RecordingContext = createContext<RecordingMenu | null>(null);
