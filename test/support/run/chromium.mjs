import { existsSync } from 'node:fs';

const LOCATIONS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const WITHOUT_WINDOWS = '/usr/bin/chromium-headless-shell';

const WITHOUT = [
  // Chromium's toolbar consists of pages that run in their own processes, for every window although nobody sees it: a quarter of the
  // journeys' CPU time.
  ...['InitialWebUI', 'PreloadTopChromeWebUI', 'WebUIToolbar', 'WebUIReloadButton', 'WebUISplitTabsButton', 'WebUIHomeButton'],
  ...['WebUIBackForwardButton', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  // This switch replaces Playwright's, so it repeats what Playwright disables for Chromium: calls home, and features that interfere with
  // tests.
  ...['AimEnabled', 'NetworkTimeServiceQuerying', 'OptimizationHints', 'PreconnectToSearch', 'MediaRouter', 'LensOverlay'],
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'AvoidCorsURLLoaderRestartOnRedirect', 'ThirdPartyStoragePartitioning'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'PaintHolding'],
];

/** Disables the browser's own network traffic, and the sandbox, which root in a container can't use. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Without it, the windowless browser rounds letter widths to a coarse screen, even on paper.
  '--font-render-hinting=none',
  `--disable-features=${WITHOUT.join(',')}`,
];

/** Path of the installed browser, or of the one `CHROMIUM` names; undefined if there is none. */
export function findChromium() {
  const chosen = process.env.CHROMIUM;
  if (chosen !== undefined && !existsSync(chosen)) throw new Error(`CHROMIUM names ${chosen}, which is not there`);
  return chosen ?? LOCATIONS.find((location) => existsSync(location));
}

/**
 * The browser for the journeys: Chromium's windowless variant if it is installed, which takes a quarter less CPU time. The long run uses
 * the full browser.
 */
export function findBrowser() {
  const isWhole = process.env.CHROMIUM !== undefined || process.env.PORTICO_LONG === '1';
  return !isWhole && existsSync(WITHOUT_WINDOWS) ? WITHOUT_WINDOWS : findChromium();
}
