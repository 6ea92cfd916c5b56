import type { Language } from '../shared/preferences';
import { WORD_FILES } from './wordFiles';

/** A file of the console. */
export interface Part<M> {
  load: () => Promise<M>;
  /** What is in it, if it is loaded. */
  loaded: () => M | undefined;
}

function part<M>(load: () => Promise<M>): Part<M> {
  let loaded: M | undefined;
  return { load: async () => (loaded = await load()), loaded: () => loaded };
}

/** What shows first once somebody is signed in. */
export const FRAME = {
  providers: part(() => import('./ConsoleProviders')),
  console: part(() => import('./Console')),
};

let underWay = 0;

/** Whether files are being loaded that nobody waits for yet: what fails is no reason to reload the page. */
export const isLoadingAhead = (): boolean => underWay > 0;

/** What fails is tried again where it is needed, and said there. */
export async function loadAhead(load: () => Promise<unknown>): Promise<void> {
  underWay += 1;
  await Promise.allSettled([load()]);
  underWay -= 1;
}

/** Loads and compiles the frame, its words and the dashboard before they are needed. */
export function loadFrame(language: Language): Promise<void> {
  const { all, antd, dayjs } = WORD_FILES[language];
  const messages = async () => (await import('./messages')).loadLanguage(language);
  // The files of the words too, so that they don't wait for `messages`, which comes with the frame.
  const loads = [FRAME.providers.load, FRAME.console.load, all, antd, dayjs, messages];
  return loadAhead(() => Promise.allSettled(loads.map((load) => load())));
}

interface Connection {
  /** The browser was told to use little data. */
  saveData?: boolean;
}

/** Loads the frame while somebody types, once the screen is painted. Returns a function that stops it, if it hasn't begun. */
export const loadFrameWhenIdle = (language: Language): (() => void) => whenIdle(() => loadFrame(language));

/** Loads what the other screens share, once the first one shows. */
export const loadSharedPartsWhenIdle = (): (() => void) => whenIdle(() => import('../shared/list/ListPage'));

function whenIdle(load: () => Promise<unknown>): () => void {
  const { connection } = navigator as { connection?: Connection };
  if (connection?.saveData === true) return () => undefined;
  const begin = () => void loadAhead(load);
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(begin, 200);
    return () => clearTimeout(timer);
  }
  const callback = window.requestIdleCallback(begin, { timeout: 1000 });
  return () => window.cancelIdleCallback(callback);
}
