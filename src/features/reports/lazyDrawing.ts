import { lazy } from 'react';

/** The chart library is larger than the rest of the console, so text and numbers don't wait for it. */
export const Drawing = lazy(async () => ({ default: (await import('./Drawing')).Drawing }));
