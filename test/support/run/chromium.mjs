import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const WITHOUT_WINDOWS = '/usr/bin/chromium-headless-shell';

const WITHOUT = [
  // The toolbar is pages in processes of their own, for every window that nobody sees: a quarter of the journeys' CPU time.
  ...['InitialWebUI', 'PreloadTopChromeWebUI', 'WebUIToolbar', 'WebUIReloadButton', 'WebUISplitTabsButton', 'WebUIHomeButton'],
  ...['WebUIBackForwardButton', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  // This switch replaces playwright's; what it has for Chromium: no calls home, and nothing that is in the way of tests.
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
  // Without windows, letters would get the widths of a coarse screen, also on paper.
  '--font-render-hinting=none',
  `--disable-features=${WITHOUT.join(',')}`,
];

/** Path of the installed browser, or of the one `CHROMIUM` names; undefined if there is none. */
export function findChromium() {
  const named = process.env.CHROMIUM;
  if (named !== undefined && !existsSync(named)) throw new Error(`CHROMIUM names ${named}, which is not there`);
  return named ?? PLACES.find((place) => existsSync(place));
}

/**
 * The browser of the journeys: the same one without its windows, which nobody sees, where that is installed. It has a quarter less to do.
 * A full run takes the whole browser.
 */
export function findBrowser() {
  const isWhole = process.env.CHROMIUM !== undefined || process.env.PORTICO_LONG === '1';
  return !isWhole && existsSync(WITHOUT_WINDOWS) ? WITHOUT_WINDOWS : findChromium();
}
