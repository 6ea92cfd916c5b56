import { lazyPart } from '../../shared/ui/feedback/lazyPart';

/** The chart library is larger than the rest of the console, so text and numbers don't wait for it. */
export const Drawing = lazyPart(async () => (await import('./Drawing')).Drawing);
