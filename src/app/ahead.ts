import type { Language } from '../shared/preferences';
import type { Store } from './store';
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
  rehearsal: part(() => import('./rehearse')),
};

let underWay = 0;

/** Whether files are being loaded that nobody waits for yet: what fails is no reason to reload the page. */
export const isLoadingAhead = (): boolean => underWay > 0;

/** Returns whether all came. What fails is tried again where it is needed, and said there. */
export async function loadAhead(...loads: (() => Promise<unknown>)[]): Promise<boolean> {
  underWay += 1;
  const loaded = await Promise.allSettled(loads.map((load) => load()));
  underWay -= 1;
  return loaded.every(({ status }) => status === 'fulfilled');
}

/** Loads and compiles the frame, its words and the dashboard before they are needed. */
export function loadFrame(language: Language): Promise<boolean> {
  const { all, antd, dayjs } = WORD_FILES[language];
  const messages = async () => (await import('./messages')).loadLanguage(language);
  // The files of the words too, so that they don't wait for `messages`, which comes with the frame.
  return loadAhead(FRAME.providers.load, FRAME.console.load, FRAME.rehearsal.load, all, antd, dayjs, messages);
}

interface Connection {
  /** The browser was told to use little data. */
  saveData?: boolean;
}

/** Loads the frame and rehearses its dashboard while somebody types, once the sign-in screen is painted. Returns a function that stops it. */
export const prepareFrame = (store: Store, language: Language): (() => void) => whenIdle(store, ['/'], () => loadFrame(language));

/** Loads the lists, with what other screens share with them, and rehearses the likeliest ones. Returns a function that stops it. */
export const prepareLists = (store: Store, likeliest: readonly string[]): (() => void) =>
  whenIdle(store, likeliest, () => loadAhead(() => import('./lists'), FRAME.rehearsal.load));

/** Loads files, and if they came rehearses screens, when there is nothing else to do. */
function whenIdle(store: Store, screens: readonly string[], load: () => Promise<boolean>): () => void {
  const { connection } = navigator as { connection?: Connection };
  if (connection?.saveData === true) return () => undefined;
  // Safari has no idle callbacks. There, nothing tells whether a rehearsal would disturb.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(() => void load(), 200);
    return () => clearTimeout(timer);
  }
  const stopping = new AbortController();
  const begin = async () => {
    if (!(await load())) return;
    for (const at of screens) await FRAME.rehearsal.loaded()?.rehearse(store, at, stopping.signal);
  };
  const callback = window.requestIdleCallback(() => void begin(), { timeout: 1000 });
  return () => {
    window.cancelIdleCallback(callback);
    stopping.abort();
  };
}
