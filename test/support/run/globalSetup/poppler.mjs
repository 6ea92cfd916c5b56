import { execFileSync } from 'node:child_process';
import { missing } from './missing.mjs';

/** Sets PORTICO_TEST_POPPLER if poppler's commands for PDF files are installed. */
export function findPoppler() {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' });
  } catch {
    missing('poppler (pdftotext, pdftoppm)', 'the tests that read PDF files', ['poppler-utils']);
    return;
  }
  process.env.PORTICO_TEST_POPPLER = 'yes';
}
