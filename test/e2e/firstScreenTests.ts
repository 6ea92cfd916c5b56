import type { Page } from 'playwright-core';
import { MESSAGES } from '../support/browser/browser';

/** Files beyond the sign-in screen. */
export const AHEAD = '**/assets/frame-*.js';

export const username = (page: Page) => page.getByLabel(MESSAGES.en['login.username'], { exact: true });

/** Records the scripts and message files that the page requests from now on. */
export function watchFiles(page: Page): string[] {
  const files: string[] = [];
  page.on('request', (request) => {
    const file = /\/assets\/([^/]+\.js)$/.exec(request.url())?.[1];
    if (file !== undefined) files.push(file);
  });
  return files;
}
