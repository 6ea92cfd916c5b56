import { useState } from 'react';
import { saveFile } from '../../../shared/saveFile';
import type { Page, Picture } from '../layout/drawing';
import { openPrinter, type PortKind } from '../directPrinting';
import { decoded, dotsOf } from '../raster';

export type PrinterLanguage = 'escpos' | 'zpl';

/** `lost`: the connection was lost after the printer had accepted `sent` vouchers. */
export type PrinterProblem = { kind: 'not_made' } | { kind: 'not_opened' } | { kind: 'lost'; sent: number };

const FILES = { escpos: 'prn', zpl: 'zpl' } as const satisfies Record<PrinterLanguage, string>;

/** Vouchers for ticket and label printers: as a file, or sent one by one to a printer on a port of this computer. */
export function useTicketPrinter() {
  const [problem, setProblem] = useState<PrinterProblem | null>(null);
  const [isBusy, setBusy] = useState(false);

  const work = async <R>(act: () => Promise<R>, failed: PrinterProblem): Promise<R | undefined> => {
    setProblem(null);
    setBusy(true);
    try {
      return await act();
    } catch {
      // The cause means nothing to staff; the screen says what to do instead.
      setProblem(failed);
      return undefined;
    } finally {
      setBusy(false);
    }
  };

  const save = (pages: readonly Page[], pictures: Readonly<Record<string, Picture>>, language: PrinterLanguage, name: string) =>
    work(
      async () => {
        const { escPosOf, zplOf } = await import('../printerFiles');
        const drawn = await decoded(pictures);
        const parts = pages
          .flatMap(({ boxes }) => boxes)
          .map((box): BlobPart =>
            language === 'zpl' ? zplOf(dotsOf(box, drawn)) : (escPosOf(dotsOf(box, drawn)) as Uint8Array<ArrayBuffer>),
          );
        saveFile(`${name}.${FILES[language]}`, new Blob(parts, { type: 'application/octet-stream' }));
      },
      { kind: 'not_made' },
    );

  /** Resolves to the number of vouchers that the printer accepted; undefined if no printer was chosen or it couldn't be opened. */
  const print = (pages: readonly Page[], pictures: Readonly<Record<string, Picture>>, port: PortKind): Promise<number | undefined> =>
    work(
      async () => {
        const printer = await openPrinter(port);
        if (!printer) return undefined;
        const { escPosOf } = await import('../printerFiles');
        const drawn = await decoded(pictures);
        let sent = 0;
        try {
          for (const box of pages.flatMap(({ boxes }) => boxes)) {
            await printer.send(escPosOf(dotsOf(box, drawn)));
            sent += 1;
          }
          await printer.close();
        } catch {
          setProblem({ kind: 'lost', sent });
        }
        return sent;
      },
      { kind: 'not_opened' },
    );

  return { save, print, isBusy, problem };
}
