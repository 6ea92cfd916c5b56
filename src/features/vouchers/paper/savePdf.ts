import type { Paperwork } from './pdf';
import type { PdfNews } from './pdfWorker';

interface MakingPdf {
  /** The file; null when it was cancelled. Rejects when it could not be made. */
  file: Promise<Blob | null>;
  cancel: () => void;
}

/** Begins a PDF in a worker of its own, which ends with it. `onPage` tells how many pages are done. */
export function startPdf(paperwork: Paperwork, onPage: (done: number) => void): MakingPdf {
  const worker = new Worker(new URL('./pdfWorker.ts', import.meta.url), { type: 'module' });
  let cancel: () => void = () => undefined;
  const file = new Promise<Blob | null>((resolve, reject) => {
    cancel = () => resolve(null);
    worker.onmessage = ({ data }: MessageEvent<PdfNews>) => {
      if ('done' in data) onPage(data.done);
      else resolve(new Blob([data.pdf], { type: 'application/pdf' }));
    };
    worker.onerror = (event) => reject(new Error(event.message));
  }).finally(() => worker.terminate());
  worker.postMessage(paperwork);
  return { file, cancel };
}

/** Hands a file to the browser's downloads. No window opens that a pop-up blocker could hold. */
export function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Browsers read it after the click; a minute is more than the slowest disk asks for.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
