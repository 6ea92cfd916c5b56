import { findPoppler } from './poppler.mjs';

/** PORTICO_TEST_POPPLER: set if poppler's commands for PDF files are installed. */
export default function globalSetup() {
  findPoppler();
}
