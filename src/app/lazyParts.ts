/** Components that are only needed after signing in, but then by everybody. */
import { lazy, type ComponentType } from 'react';
import { FRAME, type Part } from './frame';
import { loadChunk } from '../shared/staleChunks';

export const ConsoleProviders = partOfFrame(FRAME.providers, ({ ConsoleProviders }) => ConsoleProviders);
export const Console = partOfFrame(FRAME.console, ({ Console }) => Console);
export const OneTimePasswordPage = lazy(async () => ({
  default: (await loadChunk(() => import('../features/auth/OneTimePasswordPage'))).OneTimePasswordPage,
}));
export const SecondFactorSetUpPage = lazy(async () => ({
  default: (await loadChunk(() => import('../features/profile/SecondFactorSetUpPage'))).SecondFactorSetUpPage,
}));
export const GuestPhonePage = lazy(async () => ({
  default: (await loadChunk(() => import('../features/guest-phone/GuestPhonePage'))).GuestPhonePage,
}));

/**
 * Like React's `lazy`, but renders synchronously if the module is already loaded. React's own would show the fallback first and keep it for
 * 300 ms.
 */
function partOfFrame<M, P extends object>(part: Part<M>, componentOf: (module: M) => ComponentType<P>) {
  return lazy(() => {
    const loaded = part.loaded();
    return loaded ? thenable({ default: componentOf(loaded) }) : loadChunk(part.load).then((module) => ({ default: componentOf(module) }));
  });
}

/** A promise that calls back synchronously. */
function thenable<V>(value: V): Promise<V> {
  return { then: (resolve: (value: V) => void) => resolve(value) } as unknown as Promise<V>;
}
