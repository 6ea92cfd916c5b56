import { App } from 'antd';
import dayjs from 'dayjs';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { useReactToPrint } from 'react-to-print';
import type { Hotspot } from '../../../contract/hotspots';
import {
  byteLength,
  isRoll,
  MAX_SSID_BYTES,
  PAPER_FORMATS,
  PAPER_LANGUAGES,
  RECEIPT,
  type CutMarks,
} from '../../../contract/plain/paperModel';
import type { BuiltIn, PaperName } from '../../../contract/plain/paperNames';
import type { Voucher } from '../../../contract/vouchers';
import { capabilities } from '../../../shared/backEnd/capabilities';
import { remembered, selectPreferences, type PaperOfHotspot } from '../../../shared/preferences';
import { isReplaying } from '../../../shared/replaying';
import { useListPaperTemplatesQuery } from '../api';
import { printChosen, printStepTaken, selectPrintChoice, selectPrintStep, type PrintChoice, type PrintStep } from '../slice';
import type { PortKind } from '../directPrinting';
import { useHotspotZone } from '../../hotspots/api';
import type { Page } from '../layout/drawing';
import { layOut, type Look } from '../layout/layout';
import { measureOther } from '../pictures';
import { pageStyle, printFrame } from '../printing';
import { filesOf, type Typefaces } from '../typefaces';
import { useDesign } from '../usePaper';
import { ON_PAPER_FIRST, usePaperSettings } from '../usePaperSettings';
import { useMarkPrinted } from './useMarkPrinted';
import { useMaterials } from '../useMaterials';
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
  const dispatch = useDispatch();
  const { message } = App.useApp();
  const content = useRef<HTMLDivElement>(null);
  const { printed, leftOut, isUnsure, reload } = usePrintable(hotspot.id, vouchers);
  const { keepsPaper } = capabilities();
  const { paper_of_hotspots } = useSelector(selectPreferences);
  const chosen = paper_of_hotspots[hotspot.id] ?? ON_PAPER_FIRST;
  const stored = usePaperSettings(hotspot.id);
  const { settings } = stored;
  const { data: templates = NO_TEMPLATES } = useListPaperTemplatesQuery(hotspot.id, { skip: !keepsPaper });
  const choice = { ...rememberedChoice(chosen, templates), ...useSelector(selectPrintChoice) };
  const { wanted, design, needed, template, isError: isTemplateGone, refetch: readTemplate } = useDesign(settings, choice);
  const isTooLong = !keepsPaper && byteLength(chosen.ssid.trim()) > MAX_SSID_BYTES;
  const choose = (change: Partial<PaperOfHotspot>) =>
    dispatch(remembered({ paper_of_hotspots: { ...paper_of_hotspots, [hotspot.id]: { ...chosen, ...change } } }));

  // A template chosen in this dialog comes with its own paper.
  const format =
    choice.paper === undefined
      ? choice.design !== undefined && template
        ? template.format
        : settings?.format
      : PAPER_FORMATS[choice.paper];
  const cut = format === settings?.format ? settings?.cut : format === template?.format ? template?.cut : cutOf(choice.paper);
  const cells = !format || isRoll(format) ? 1 : format.columns * format.rows;
  const start = Math.min(cells, choice.start ?? 1);
  const title = hotspot.description.trim() || hotspot.name;
  const zone = useHotspotZone(hotspot.id);
  const { ssid = '', footer = '', wifi_password = '' } = settings ?? {};
  const texts = useMemo(
    () => [title, ssid, footer, wifi_password, ...printed.flatMap(({ user_name, room = '' }) => [user_name, room])],
    [title, ssid, footer, wifi_password, printed],
  );
  const { materials, hasFailed, retry } = useMaterials(hotspot.id, needed, texts);
  const consoleLanguage = PAPER_LANGUAGES.find((one) => one === intl.locale) ?? 'en';
  const look = useMemo(
    () =>
      settings && design && materials && format && cut
        ? { ...settings, ...materials, title, zone, design, format, cut, start, language: settings.language || consoleLanguage }
        : undefined,
    [settings, design, materials, format, cut, title, zone, start, consoleLanguage],
  );
  const drawn = useDeferredValue(look);
  const pages = useMemo(() => drawn && pagesOf(printed, drawn), [drawn, printed]);
  /** The vouchers that are still usable, and their pages; undefined if there are none. */
  const readToPrint = async () => {
    const now = await reload();
    return look && now.length > 0 ? { now, pages: pagesOf(now, look) } : undefined;
  };

  const { mark, isMarking, error: markError } = useMarkPrinted();
  const markAndClose = async () => {
    if (await mark(printed)) onClose();
  };
  const step = useSelector(selectPrintStep);
  const setStep = (next: PrintStep) => dispatch(printStepTaken(next));
  // Only a button press prints: replaying the step shows it, but must not print again.
  const [isPressed, setPressed] = useState(false);
  const press = async () => {
    if (isReplaying()) return;
    setStep('wanted');
    const now = await reload();
    if (now.length > 0) setPressed(true);
    else setStep('choosing');
  };
  const pressLatest = useRef(press);
  useEffect(() => {
    pressLatest.current = press;
  });
  useEffect(() => {
    if (isAtOnce) void pressLatest.current();
  }, [isAtOnce]);
  const name = `vouchers-${hotspot.name.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-')}-${dayjs().format('YYYY-MM-DD')}`;
  const print = useReactToPrint({
    contentRef: content,
    ignoreGlobalStyles: true,
    suppressErrors: true,
    ...(materials &&
      pages && {
        pageStyle: pageStyle(pages, materials.typefaces),
        print: (frame: HTMLIFrameElement) => printFrame(frame, name, materials.typefaces),
      }),
    onAfterPrint: () => {
      setPressed(false);
      setStep('printed');
      void markAndClose();
    },
    onPrintError: () => {
      setPressed(false);
      setStep('not_printed');
    },
  });
  const printLatest = useRef(print);
  useEffect(() => {
    printLatest.current = print;
  });

  // If Print was pressed before the sheet was rendered, print as soon as it is.
  const isPrinting = isPressed && step === 'wanted' && pages !== undefined && drawn === look;
  useEffect(() => {
    if (isPrinting) printLatest.current();
  }, [isPrinting]);

  const { save, cancel, done, hasFailed: hasPdfFailed } = usePdf();
  const savePdf = async () => {
    if (!materials || !pages) return;
    const ready = await readToPrint();
    if (!ready) return;
    const isSaved = await save(
      { pages: ready.pages, pictures: materials.pictures, title: name, typefaces: filesOf(materials.typefaces) },
      `${name}.pdf`,
    );
    if (isSaved) void message.success(intl.formatMessage({ id: 'paper.pdf_saved' }, { count: ready.now.length }));
  };

  const printer = useTicketPrinter();
  const isOnRoll = format !== undefined && isRoll(format);
  const saveForPrinter = async (language: PrinterLanguage) => {
    const ready = await readToPrint();
    if (materials && ready) await printer.save(ready.pages, materials.pictures, language, name);
  };
  const printAt = async (port: PortKind) => {
    const ready = await readToPrint();
    if (!materials || !ready) return;
    const sent = await printer.print(ready.pages, materials.pictures, port);
    // Mark those that the printer accepted; the others remain to be printed.
    if (sent === undefined || sent === 0) return;
    const isMarked = await mark(ready.now.slice(0, sent));
    if (isMarked && sent === ready.now.length) onClose();
  };

  const choosePaper = (value: PaperName | undefined) => {
    if (value === undefined) return;
    if (!keepsPaper) dispatch(remembered({ paper_size: value }));
    dispatch(printChosen({ paper: value }));
    choose({ paper: value });
  };
  const chooseDesign = (value: BuiltIn | number) => {
    // The receipt design has its own paper: choosing it selects that paper, and leaving it drops it again.
    const { paper: before, ...others } = chosen;
    const isLeft = wanted === 'ticket' && value !== 'ticket';
    const paper = value === 'ticket' && !isOnRoll ? RECEIPT : isLeft ? undefined : (choice.paper ?? before);
    dispatch(printChosen({ design: value, paper }));
    dispatch(
      remembered({ paper_of_hotspots: { ...paper_of_hotspots, [hotspot.id]: { ...others, design: value, ...(paper && { paper }) } } }),
    );
  };
  const retryAll = () => {
    if (stored.isError) stored.refetch();
    if (isTemplateGone) readTemplate();
    if (hasFailed) retry();
  };

  return {
    // What is printed, and on what.
    printed,
    leftOut,
    isUnsure,
    pages,
    pictures: materials?.pictures ?? NO_PICTURES,
    content,
    chosen,
    wanted,
    templates,
    format,
    cells,
    start,
    isOnRoll,
    isTooLong,
    choose,
    chooseDesign,
    choosePaper,
    chooseStart: (at: number) => dispatch(printChosen({ start: at })),
    /** Whether something needed for the pages couldn't be loaded. */
    isUnread: hasFailed || stored.isError || isTemplateGone,
    retryAll,
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

const laidOut = new WeakMap<object, WeakMap<readonly Voucher[], Page[]>>();

/** The pages of these vouchers; laid out once for the preview, the PDF and printers, until vouchers or look change. */
function pagesOf(vouchers: readonly Voucher[], look: Look & { typefaces: Typefaces }): Page[] {
  const known = laidOut.get(look) ?? new WeakMap<readonly Voucher[], Page[]>();
  laidOut.set(look, known);
  const pages = known.get(vouchers) ?? layOut(vouchers, look, look.typefaces, measureOther);
  known.set(vouchers, pages);
  return pages;
}

const NO_TEMPLATES: never[] = [];
const NO_PICTURES = {};

/** The choices at this hotspot's last print; a template that has been deleted since counts as not chosen. */
function rememberedChoice({ paper, design }: PaperOfHotspot, templates: readonly { id: number }[]): PrintChoice {
  const isThere = typeof design === 'string' || templates.some(({ id }) => id === design);
  return { ...(paper && { paper }), ...(design !== undefined && isThere && { design }) };
}

/** Full sheets are cut apart; labels, tickets and single-voucher pages aren't. */
const cutOf = (paper: PaperName | undefined): CutMarks => (paper === 'a4' || paper === 'letter' ? 'lines' : 'none');
