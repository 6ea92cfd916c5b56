import { Alert, App, Button, Checkbox, Flex, Form, Input, Progress, Radio, Skeleton } from 'antd';
import dayjs from 'dayjs';
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { useReactToPrint } from 'react-to-print';
import type { Hotspot } from '../../../contract/hotspots';
import type { Voucher } from '../../../contract/vouchers';
import { remembered, selectPreferences, type PaperOfHotspot } from '../../../shared/preferences';
import { Dialog } from '../../../shared/ui/Dialog';
import { FailureAlert } from '../../../shared/ui/FailureAlert';
import { LoadFailed } from '../../../shared/ui/LoadFailed';
import { layOut, type Paper } from './layout';
import { measureOther } from './pictures';
import { pageStyle, printFrame } from './printing';
import { MAX_SSID_BYTES } from './qr';
import { Sheets } from './Sheets';
import { printStepTaken, selectPrintStep, type PrintStep } from '../slice';
import { isPrintable, ticketOf } from './tickets';
import { useMarkPrinted } from './useMarkPrinted';
import { useMaterials } from './useMaterials';
import { usePdf } from './usePdf';

interface PrintDialogProps {
  hotspot: Pick<Hotspot, 'id' | 'name' | 'description'>;
  vouchers: readonly Voucher[];
  onClose: () => void;
}

const PAPER_NAMES = { a4: 'paper.a4', letter: 'paper.letter' } as const;
const ON_PAPER_FIRST: PaperOfHotspot = { hasQr: true, ssid: '' };

/** See PrintVouchersDialog.tsx. */
export function PrintDialog({ hotspot, vouchers, onClose }: PrintDialogProps) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const { message } = App.useApp();
  const formId = useId();
  const printId = useId();
  const ssidId = useId();
  const content = useRef<HTMLDivElement>(null);
  // Snapshot: the list behind may be filtered or refreshed, but what is shown is what gets printed and marked.
  const [printed] = useState(() => {
    const now = Date.now();
    return vouchers.filter((voucher) => isPrintable(voucher, now));
  });
  const [leftOut] = useState(vouchers.length - printed.length);
  const { paper_size: paper, paper_of_hotspots } = useSelector(selectPreferences);
  const chosen = paper_of_hotspots[hotspot.id] ?? ON_PAPER_FIRST;
  const ssid = chosen.ssid.trim();
  const isTooLong = new TextEncoder().encode(ssid).length > MAX_SSID_BYTES;
  const choose = (change: Partial<PaperOfHotspot>) =>
    dispatch(remembered({ paper_of_hotspots: { ...paper_of_hotspots, [hotspot.id]: { ...chosen, ...change } } }));

  const { materials, hasFailed, retry } = useMaterials(hotspot.id);
  const drawn = useDeferredValue(isTooLong ? '' : ssid);
  const { hasQr } = chosen;
  const pages = useMemo(() => {
    if (!materials) return undefined;
    const look = {
      paper,
      title: hotspot.description.trim() || hotspot.name,
      logo: materials.logo,
      hasQr,
      ssid: drawn,
      caption: intl.formatMessage({ id: drawn === '' ? 'paper.code_caption' : 'paper.wifi_caption' }),
    };
    const tickets = printed.map((voucher) => ticketOf(voucher, drawn, intl));
    return layOut(tickets, look, materials.typefaces, measureOther);
  }, [materials, paper, hotspot.description, hotspot.name, hasQr, drawn, printed, intl]);

  const { mark, isMarking, error: markError } = useMarkPrinted(printed);
  const markAndClose = async () => {
    if (await mark()) onClose();
  };
  const step = useSelector(selectPrintStep);
  const setStep = (next: PrintStep) => dispatch(printStepTaken(next));
  // Only a press prints: moving in time shows the step, but doesn't repeat it.
  const [isPressed, setPressed] = useState(false);
  const name = `vouchers-${hotspot.name.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-')}-${dayjs().format('YYYY-MM-DD')}`;
  const print = useReactToPrint({
    contentRef: content,
    ignoreGlobalStyles: true,
    suppressErrors: true,
    ...(materials && {
      pageStyle: pageStyle(paper, materials.typefaces),
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

  // If Print was pressed before the sheet was drawn, print as soon as it is.
  const isPrinting = isPressed && step === 'wanted' && pages !== undefined && drawn === ssid;
  useEffect(() => {
    if (isPrinting) printLatest.current();
  }, [isPrinting]);

  // `autoFocus` would run before the dialog is attached to the page.
  useEffect(() => document.getElementById(printId)?.focus(), [printId]);

  const { save, cancel, done, hasFailed: hasPdfFailed } = usePdf();
  const savePdf = async () => {
    if (!materials || !pages) return;
    const { text, code } = materials.typefaces;
    const typefaces = { text: { family: text.family, bytes: text.bytes }, code: { family: code.family, bytes: code.bytes } };
    const isSaved = await save({ pages, colour: materials.colour, logo: materials.logo, title: name, typefaces }, `${name}.pdf`);
    if (isSaved) void message.success(intl.formatMessage({ id: 'paper.pdf_saved' }, { count: printed.length }));
  };

  const isEmpty = printed.length === 0;
  const isBusy = step === 'wanted' || isMarking;
  return (
    <Dialog
      width={960}
      title={<FormattedMessage id="paper.title" />}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <Flex gap={8} justify="end" wrap>
          <Button onClick={onClose}>
            <FormattedMessage id="paper.close" />
          </Button>
          <Button disabled={isEmpty || !pages || isTooLong || done !== null} onClick={() => void savePdf()}>
            <FormattedMessage id="paper.pdf" />
          </Button>
          <Button id={printId} type="primary" htmlType="submit" form={formId} disabled={isEmpty || isTooLong} loading={isBusy}>
            <FormattedMessage id="paper.print" />
          </Button>
        </Flex>
      }
    >
      {isEmpty ? (
        <Alert type="info" showIcon title={<FormattedMessage id="paper.nothing" />} />
      ) : (
        <Flex gap={24} wrap>
          <Form
            id={formId}
            layout="vertical"
            disabled={isBusy}
            style={{ flex: '1 1 220px', minWidth: 0 }}
            onFinish={() => {
              setPressed(true);
              setStep('wanted');
            }}
          >
            <Form.Item label={<FormattedMessage id="paper.size" />}>
              <Radio.Group
                optionType="button"
                value={paper}
                options={PAPERS_OFFERED.map((value) => ({ value, label: intl.formatMessage({ id: PAPER_NAMES[value] }) }))}
                onChange={({ target }) => dispatch(remembered({ paper_size: target.value as Paper }))}
              />
            </Form.Item>
            <Form.Item>
              <Checkbox checked={hasQr} onChange={({ target }) => choose({ hasQr: target.checked })}>
                <FormattedMessage id="paper.qr" />
              </Checkbox>
            </Form.Item>
            <Form.Item
              htmlFor={ssidId}
              label={<FormattedMessage id="paper.ssid" />}
              extra={<FormattedMessage id="paper.ssid_hint" />}
              {...(isTooLong && { validateStatus: 'error', help: <FormattedMessage id="paper.ssid_too_long" /> })}
            >
              <Input id={ssidId} value={chosen.ssid} autoComplete="off" onChange={({ target }) => choose({ ssid: target.value })} />
            </Form.Item>
          </Form>
          <div style={{ flex: '100 1 480px', minWidth: 0 }}>
            <div role="status" style={{ marginBottom: 8 }}>
              {pages && (
                <div>
                  <FormattedMessage id="paper.count" values={{ vouchers: printed.length, pages: pages.length }} />
                </div>
              )}
              {leftOut > 0 && <FormattedMessage id="paper.left_out" values={{ count: leftOut }} />}
            </div>
            {pages ? (
              <section {...REACHABLE} aria-label={intl.formatMessage({ id: 'paper.preview' })} className="paper-preview">
                <div ref={content}>
                  <Sheets pages={pages} colour={materials?.colour ?? ''} logo={materials?.logo?.dataUrl ?? null} />
                </div>
              </section>
            ) : hasFailed ? (
              <LoadFailed message="paper.load_failed" onRetry={retry} />
            ) : (
              <Skeleton active title={false} paragraph={{ rows: 8 }} />
            )}
          </div>
        </Flex>
      )}
      {done !== null && pages && (
        <Flex gap={16} align="center" style={{ marginTop: 16 }}>
          <Progress
            percent={Math.round((100 * done) / pages.length)}
            aria-label={intl.formatMessage({ id: 'paper.pdf_progress' }, { done, pages: pages.length })}
          />
          <Button size="small" onClick={cancel}>
            <FormattedMessage id="paper.cancel_pdf" />
          </Button>
        </Flex>
      )}
      <div role="alert">
        {step === 'not_printed' && <Alert type="error" showIcon title={<FormattedMessage id="paper.print_failed" />} />}
        {hasPdfFailed && <Alert type="error" showIcon title={<FormattedMessage id="paper.pdf_failed" />} />}
      </div>
      {markError && !isMarking && (
        <>
          <FailureAlert title="paper.mark_failed" error={markError} isUntyped />
          <Button onClick={() => void markAndClose()}>
            <FormattedMessage id="paper.mark_again" />
          </Button>
        </>
      )}
    </Dialog>
  );
}

/** Focusable, so that the keyboard can scroll the pages. */
const REACHABLE = { tabIndex: 0 };

const PAPERS_OFFERED = ['a4', 'letter'] as const;
