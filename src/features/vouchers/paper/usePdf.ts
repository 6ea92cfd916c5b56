import { useEffect, useRef, useState } from 'react';
import type { Paperwork } from './pdf';
import { download, startPdf } from './savePdf';

/** Makes a PDF aside and saves it. Leaving the screen, like `cancel`, ends the work. */
export function usePdf() {
  const [done, setDone] = useState<number | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const making = useRef<(() => void) | null>(null);
  useEffect(() => () => making.current?.(), []);

  /** Answers whether there is a file now. */
  const save = async (paperwork: Paperwork, name: string): Promise<boolean> => {
    if (making.current) return false;
    setHasFailed(false);
    setDone(0);
    try {
      const { file, cancel } = startPdf(paperwork, setDone);
      making.current = cancel;
      const pdf = await file;
      if (pdf) download(pdf, name);
      return pdf !== null;
    } catch {
      // Why is of no use to who stands at the counter; what to do instead is said on the screen.
      setHasFailed(true);
      return false;
    } finally {
      making.current = null;
      setDone(null);
    }
  };

  return { save, cancel: () => making.current?.(), /** Pages made so far; null while nothing is made. */ done, hasFailed };
}
