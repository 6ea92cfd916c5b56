import { createContext } from 'react';
import type { RecordingTools } from './store';

/** Gives the help menu the recording of this tab's store. */
export const RecordingContext = createContext<RecordingTools | null>(null);
