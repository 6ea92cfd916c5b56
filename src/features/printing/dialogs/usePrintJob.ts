import { App } from 'antd';
import dayjs from 'dayjs';
import { useIntl } from 'react-intl';
import type { Hotspot } from '../../../contract/hotspots';
import type { Voucher } from '../../../contract/vouchers';
import type { PortKind } from '../directPrinting';
import { filesOf } from '../typefaces';
import { useBrowserPrint } from './useBrowserPrint';
import { useMarkPrinted } from './useMarkPrinted';
import { usePages } from './usePages';
import { usePaperChoice } from './usePaperChoice';
import { usePdf } from './usePdf';
import { usePrintable } from './usePrintable';
import { useTicketPrinter, type PrinterLanguage } from './useTicketPrinter';

export interface PrintJobProps {
  hotspot: Pick<Hotspot, 'id' | 'name' | 'description'>;
  vouchers: readonly Voucher[];
  /** Prints immediately, with the last settings. */
  isAtOnce: boolean;
  onClose: () => void;
}

export type PrintJob = ReturnType<typeof usePrintJob>;

/** The state of a print job: the choices, the pages, and functions to print, save and mark the vouchers. */
export function usePrintJob({ hotspot, vouchers, isAtOnce, onClose }: PrintJobProps) {
  const intl = useIntl();
  const { message } = App.useApp();
  const { printed, omitted, isUnsure, reload } = usePrintable(hotspot.id, vouchers);
  const paper = usePaperChoice(hotspot.id);
  const { materials, pages, isCurrent, layOut, hasFailed, retry } = usePages(hotspot, printed, paper);
  const name = `vouchers-${hotspot.name.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-')}-${dayjs().format('YYYY-MM-DD')}`;

  const { mark, isMarking, error: markError } = useMarkPrinted();
  const markAndClose = async () => {
    if (await mark(printed)) onClose();
  };
  const typefaces = materials?.typefaces;
  const onPrinted = () => void markAndClose();
  const { content, step, isPrinting, press } = useBrowserPrint({ pages, typefaces, isCurrent, name, reload, isAtOnce, onPrinted });

  /** The vouchers that are still usable, and their pages; undefined if there are none. */
  const readToPrint = async () => {
    const now = await reload();
    const stillUsable = layOut(now);
    return materials && stillUsable && now.length > 0 ? { now, pages: stillUsable, materials } : undefined;
  };
  const { save, cancel, done, hasFailed: hasPdfFailed } = usePdf();
  const savePdf = async () => {
    const ready = await readToPrint();
    if (!ready) return;
    const { pictures } = ready.materials;
    const isSaved = await save({ pages: ready.pages, pictures, title: name, typefaces: filesOf(ready.materials.typefaces) }, `${name}.pdf`);
    if (isSaved) void message.success(intl.formatMessage({ id: 'paper.pdf_saved' }, { count: ready.now.length }));
  };

  const printer = useTicketPrinter();
  const saveForPrinter = async (language: PrinterLanguage) => {
    const ready = await readToPrint();
    if (ready) await printer.save(ready.pages, ready.materials.pictures, language, name);
  };
  const printAt = async (port: PortKind) => {
    const ready = await readToPrint();
    if (!ready) return;
    const sent = await printer.print(ready.pages, ready.materials.pictures, port);
    // Mark those that the printer accepted; the others remain to be printed.
    if (sent === undefined || sent === 0) return;
    const isMarked = await mark(ready.now.slice(0, sent));
    if (isMarked && sent === ready.now.length) onClose();
  };

  return {
    // What is printed, and on what.
    paper,
    printed,
    leftOut: omitted,
    isUnsure,
    pages,
    pictures: materials?.pictures ?? NO_PICTURES,
    content,
    /** Whether something needed for the pages couldn't be loaded. */
    isUnread: hasFailed || paper.isUnread,
    retryAll: () => {
      paper.retry();
      if (hasFailed) retry();
    },
    // What is being done.
    step,
    isPrinting,
    isMarking,
    isBusy: step === 'wanted' || isMarking,
    press,
    pdf: { save: savePdf, cancel, done, hasFailed: hasPdfFailed },
    printer: { ...printer, save: saveForPrinter, print: printAt },
    markError,
    markAndClose,
  };
}

const NO_PICTURES = {};
