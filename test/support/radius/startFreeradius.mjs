import { startTethered } from '../run/tethered.mjs';

/** Starts FreeRADIUS with the configuration in a folder, which is removed once it has stopped. @param {string} folder */
export const startFreeradiusIn = (folder) =>
  startTethered({
    name: 'FreeRADIUS',
    command: 'freeradius',
    args: ['-f', '-l', 'stdout', '-d', folder],
    ready: /Ready to process requests/,
    secondsToStart: 30,
    stopBy: 'SIGTERM',
    secondsToStop: 5,
    forget: folder,
  });
