import type { PdfInput } from './pdf';
import type { PdfMessage } from './pdfWorker';

interface MakingPdf {
  /** The file; null if cancelled. Rejects if making it failed. */
  file: Promise<Blob | null>;
  cancel: () => void;
}

/** Starts a worker that makes a PDF and then terminates. `onPage` reports the pages done. */
export function startPdf(input: PdfInput, onPage: (done: number) => void): MakingPdf {
  const worker = new Worker(new URL('./pdfWorker.ts', import.meta.url), { type: 'module' });
  let cancel: () => void = () => undefined;
  const file = new Promise<Blob | null>((resolve, reject) => {
    cancel = () => resolve(null);
    worker.onmessage = ({ data }: MessageEvent<PdfMessage>) => {
      if ('done' in data) onPage(data.done);
      else resolve(new Blob([data.pdf], { type: 'application/pdf' }));
    };
    worker.onerror = (event) => reject(new Error(event.message));
  }).finally(() => worker.terminate());
  worker.postMessage(input);
  return { file, cancel };
}
