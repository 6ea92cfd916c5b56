import { createContext } from 'react';
import type { RecordingTools } from './store';

/** The recording of this tab's store, for the help menu. */
export const RecordingContext = createContext<RecordingTools | null>(null);
