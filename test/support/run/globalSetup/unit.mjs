import { findDebian } from './debian.mjs';
import { findPoppler } from './poppler.mjs';
import { findSpreadsheets } from './spreadsheets.mjs';

/** PORTICO_TEST_POPPLER: set if poppler's commands for PDF files are installed. PORTICO_TEST_GNUMERIC, PORTICO_TEST_LIBREOFFICE: likewise.
 * PORTICO_TEST_DEBIAN: whether Debian can be installed into a folder. */
export default function globalSetup() {
  findPoppler();
  findSpreadsheets();
  findDebian();
}
