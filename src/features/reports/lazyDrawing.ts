import { lazy } from 'react';

/** The library that draws is larger than the rest of the console: words and numbers do not wait for it. */
export const Drawing = lazy(async () => ({ default: (await import('./Drawing')).Drawing }));
