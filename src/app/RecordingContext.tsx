import { createContext } from 'react';

/** What the help menu does with recordings. */
export interface RecordingMenu {
  save: () => void;
  /** Missing where recordings can't be opened: in a built console whose operator doesn't allow it, or without `?replay`. */
  open?: () => void;
}

export const RecordingContext = createContext<RecordingMenu | null>(null);
