import { execFileSync } from 'node:child_process';

/**
 * Sets PORTICO_TEST_GNUMERIC and PORTICO_TEST_LIBREOFFICE if these spreadsheets are installed. They are large, so no run requires them; the
 * long run only reports that they are missing.
 */
export function findSpreadsheets() {
  for (const [name, command] of [
    ['GNUMERIC', 'ssconvert'],
    ['LIBREOFFICE', 'soffice'],
  ]) {
    try {
      execFileSync('which', [command], { stdio: 'ignore' });
      process.env[`PORTICO_TEST_${name}`] = 'yes';
    } catch {
      if (process.env.PORTICO_LONG === '1') console.log(`${command} isn't installed: no CSV file is opened with it`);
    }
  }
}
