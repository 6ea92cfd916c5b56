import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../../../shared/saveFile';
import type { PdfInput } from '../pdf';
import { startPdf } from '../startPdf';

/** Makes a PDF in the background and saves it. `cancel` stops it, and so does unmounting. */
export function usePdf() {
  const [done, setDone] = useState<number | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const making = useRef<(() => void) | null>(null);
  useEffect(() => () => making.current?.(), []);

  /** Resolves to whether a file was saved. */
  const save = async (input: PdfInput, name: string): Promise<boolean> => {
    if (making.current) return false;
    setHasFailed(false);
    setDone(0);
    try {
      const { file, cancel } = startPdf(input, setDone);
      making.current = cancel;
      const pdf = await file;
      if (pdf) saveFile(name, pdf);
      return pdf !== null;
    } catch {
      // The cause means nothing to staff; the screen says what to do instead.
      setHasFailed(true);
      return false;
    } finally {
      making.current = null;
      setDone(null);
    }
  };

  return { save, cancel: () => making.current?.(), /** Pages made so far; null while nothing is made. */ done, hasFailed };
}
