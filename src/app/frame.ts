/** The frame of the console: what is rendered right after signing in, loaded ahead while somebody signs in. */
import type { Language } from '../shared/languages';
import { loadLanguageFile } from './bundled';
import { preload } from '../shared/preload';

/** A lazily loaded module. */
export interface Part<M> {
  load: () => Promise<M>;
  /** The module, if it has been loaded. */
  loaded: () => M | undefined;
}

function part<M>(load: () => Promise<M>): Part<M> {
  let loaded: M | undefined;
  return { load: async () => (loaded = await load()), loaded: () => loaded };
}

/** What is rendered right after signing in. */
export const FRAME = {
  providers: part(() => import('./ConsoleProviders')),
  console: part(() => import('./Console')),
};

/** Preloads the frame, its messages and the dashboard. */
export function loadFrame(language: Language): Promise<boolean> {
  const messages = async () => (await import('./messages')).loadLanguage(language);
  // The file of the language too: otherwise it would load only after the `messages` module, which is part of the frame's chunk.
  return preload(FRAME.providers.load, FRAME.console.load, () => loadLanguageFile(language), messages);
}

/**
 * Lets the browser fetch the frame's file without running it. To be called once the files of the sign-in screen have come: then the line is
 * free while that screen is rendered. The links are in a template of the page (vite.config.ts), unless it is served by vite.
 */
export function preloadFrameFiles(): void {
  const files = document.querySelector<HTMLTemplateElement>('#frame-files');
  if (files && !savesData()) document.head.append(files.content.cloneNode(true));
}

interface Connection {
  /** The user has asked the browser to save data. */
  saveData?: boolean;
}

const savesData = () => (navigator as { connection?: Connection }).connection?.saveData === true;

/**
 * Loads the frame while the user fills in the sign-in form, when the browser is idle, then calls `then`. Does nothing if the user saves data.
 * Returns a function that stops it.
 */
export function prepareFrame(language: Language, then: () => void): () => void {
  if (savesData()) return () => undefined;
  // Safari has no requestIdleCallback, so nothing tells whether prerendering would cause jank: only load the files.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(() => void loadFrame(language), 200);
    return () => clearTimeout(timer);
  }
  let isStopped = false;
  const begin = async () => {
    if ((await loadFrame(language)) && !isStopped) then();
  };
  const callback = window.requestIdleCallback(() => void begin(), { timeout: 1000 });
  return () => {
    window.cancelIdleCallback(callback);
    isStopped = true;
  };
}
