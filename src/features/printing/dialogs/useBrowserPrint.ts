import { useEffect, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useReactToPrint } from 'react-to-print';
import type { Voucher } from '../../../contract/vouchers';
import { isReplaying } from '../../../shared/replaying';
import type { Page } from '../layout/drawing';
import { pageStyle, printFrame } from '../printing';
import { printStepTaken, selectPrintStep, type PrintStep } from '../slice';
import type { Typefaces } from '../typefaces';

interface ToPrint {
  pages: Page[] | undefined;
  typefaces: Typefaces | undefined;
  /** Whether the pages on screen are those to print. */
  isCurrent: boolean;
  /** Title of the print, which browsers propose as the file's name. */
  name: string;
  /** Reads which vouchers can still be printed. */
  reload: () => Promise<readonly Voucher[]>;
  /** Prints without a press, once the dialog is open. */
  isAtOnce: boolean;
  onPrinted: () => void;
}

/** Prints the pages inside `content` by the browser's own print dialog. */
export function useBrowserPrint({ pages, typefaces, isCurrent, name, reload, isAtOnce, onPrinted }: ToPrint) {
  const dispatch = useDispatch();
  const content = useRef<HTMLDivElement>(null);
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

  const print = useReactToPrint({
    contentRef: content,
    ignoreGlobalStyles: true,
    suppressErrors: true,
    ...(typefaces &&
      pages && {
        pageStyle: pageStyle(pages, typefaces),
        print: (frame: HTMLIFrameElement) => printFrame(frame, name, typefaces),
      }),
    onAfterPrint: () => {
      setPressed(false);
      setStep('printed');
      onPrinted();
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
  const isPrinting = isPressed && step === 'wanted' && isCurrent;
  useEffect(() => {
    if (isPrinting) printLatest.current();
  }, [isPrinting]);

  return { content, step, isPrinting, press };
}
