import DownOutlined from '@ant-design/icons/DownOutlined';
import { Alert, App, Button, Checkbox, Flex, Form, Input, Progress, Select, Skeleton } from 'antd';
import dayjs from 'dayjs';
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { useReactToPrint } from 'react-to-print';
import type { Hotspot } from '../../../contract/hotspots';
import {
  BUILT_INS,
  byteLength,
  isRoll,
  MAX_SSID_BYTES,
  PAPER_FORMATS,
  PAPER_LANGUAGES,
  PAPER_NAMES,
  RECEIPT,
  type BuiltIn,
  type CutMarks,
  type PaperName,
} from '../../../contract/paperModel';
import { may } from '../../../contract/roles';
import type { Voucher } from '../../../contract/vouchers';
import { capabilities } from '../../../shared/backEnd/capabilities';
import { dialogOpened } from '../../../shared/dialogs';
import { remembered, selectPreferences, type PaperOfHotspot } from '../../../shared/preferences';
import { ActionMenu } from '../../../shared/ui/page/ActionMenu';
import { isReplaying } from '../../../shared/replaying';
import { Dialog } from '../../../shared/ui/dialog/Dialog';
import { FailureAlert } from '../../../shared/ui/feedback/FailureAlert';
import { LoadFailed } from '../../../shared/ui/feedback/LoadFailed';
import { NumberInput } from '../../../shared/ui/form/NumberInput';
import { selectUser } from '../../auth/slice';
import { useListPaperTemplatesQuery } from '../api';
import { printChosen, printStepTaken, selectPrintChoice, selectPrintStep, type PrintChoice, type PrintStep } from '../slice';
import { hasPort, PORTS, type PortKind } from '../directPrinting';
import { useHotspotZone } from '../../hotspots/api';
import type { Page } from '../layout/drawing';
import { layOut, type Look } from '../layout/layout';
import { measureOther } from '../pictures';
import { pageStyle, printFrame } from '../printing';
import { PreviewedSheets } from '../Sheets';
import { filesOf, type Typefaces } from '../typefaces';
import { isBuiltIn, nameOfFormat, useDesign } from '../usePaper';
import { ON_PAPER_FIRST, usePaperSettings } from '../usePaperSettings';
import { useMarkPrinted } from './useMarkPrinted';
import { useMaterials } from '../useMaterials';
import { usePdf } from './usePdf';
import { usePrintable } from './usePrintable';
import { useTicketPrinter, type PrinterLanguage } from './useTicketPrinter';

interface PrintDialogProps {
  hotspot: Pick<Hotspot, 'id' | 'name' | 'description'>;
  vouchers: readonly Voucher[];
  /** Prints immediately, with the last settings. */
  isAtOnce: boolean;
  onClose: () => void;
}

/** Option value for the paper stored with the hotspot if it has no name. */
const OWN_PAPER = 'own';

/** See PrintVouchersDialog.tsx. */
export function PrintDialog({ hotspot, vouchers, isAtOnce, onClose }: PrintDialogProps) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const { message } = App.useApp();
  const formId = useId();
  const printId = useId();
  const ssidId = useId();
  const designId = useId();
  const sizeId = useId();
  const startId = useId();
  const content = useRef<HTMLDivElement>(null);
  const { printed, leftOut, isUnsure, askAgain } = usePrintable(hotspot.id, vouchers);
  const { keepsPaper } = capabilities();
  const role = useSelector(selectUser)?.account_type;
  const { paper_of_hotspots } = useSelector(selectPreferences);
  const chosen = paper_of_hotspots[hotspot.id] ?? ON_PAPER_FIRST;
  const stored = usePaperSettings(hotspot.id);
  const { settings } = stored;
  const { data: templates = NO_TEMPLATES } = useListPaperTemplatesQuery(hotspot.id, { skip: !keepsPaper });
  const choice = { ...rememberedChoice(chosen, templates), ...useSelector(selectPrintChoice) };
  const { wanted, design, needed, template, isError: isTemplateGone, refetch: readTemplate } = useDesign(settings, choice);
  const isTooLong = !keepsPaper && byteLength(chosen.ssid.trim()) > MAX_SSID_BYTES;
  // Without a name there is nothing that a QR code could open, so none is printed.
  const hasNetwork = chosen.ssid.trim() !== '';
  const choose = (change: Partial<PaperOfHotspot>) =>
    dispatch(remembered({ paper_of_hotspots: { ...paper_of_hotspots, [hotspot.id]: { ...chosen, ...change } } }));

  // A template chosen here comes with its own paper.
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
  /** What still works now, and its pages; undefined if that is nothing. */
  const readToPrint = async () => {
    const now = await askAgain();
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
    const now = await askAgain();
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

  // `autoFocus` would run before the dialog is attached to the page.
  useEffect(() => document.getElementById(printId)?.focus(), [printId]);

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
    // A receipt comes with its own paper, and leaves with it.
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
          <ActionMenu
            placement="topRight"
            items={[
              {
                key: 'escpos',
                label: <FormattedMessage id="paper.save_escpos" />,
                disabled: !isOnRoll,
                onClick: () => void saveForPrinter('escpos'),
              },
              { key: 'zpl', label: <FormattedMessage id="paper.save_zpl" />, onClick: () => void saveForPrinter('zpl') },
              ...PORTS.map((port) => ({
                key: port,
                label: <FormattedMessage id={hasPort(port) ? `paper.print_${port}` : `paper.no_${port}`} />,
                disabled: !isOnRoll || !hasPort(port),
                onClick: () => void printAt(port),
              })),
            ]}
          >
            <Button
              disabled={isEmpty || !pages || isTooLong}
              loading={printer.isBusy}
              icon={<DownOutlined aria-hidden />}
              iconPlacement="end"
            >
              <FormattedMessage id="paper.printers" />
            </Button>
          </ActionMenu>
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
            noValidate
            id={formId}
            layout="vertical"
            disabled={isBusy}
            style={{ flex: '1 1 220px', minWidth: 0 }}
            onFinish={() => void press()}
          >
            <Form.Item htmlFor={designId} label={<FormattedMessage id="paper.design" />}>
              <Select<string>
                id={designId}
                value={String(wanted)}
                options={[
                  ...BUILT_INS.map((value) => ({ value, label: intl.formatMessage({ id: `paper.design_${value}` }) })),
                  ...templates.map(({ id, name: label }) => ({ value: String(id), label })),
                ]}
                onChange={(value) => chooseDesign(isBuiltIn(value) ? value : Number(value))}
              />
            </Form.Item>
            <Form.Item htmlFor={sizeId} label={<FormattedMessage id="paper.size" />}>
              <Select<string>
                virtual={false}
                listHeight={400}
                id={sizeId}
                value={format ? (nameOfFormat(format) ?? OWN_PAPER) : null}
                options={[
                  ...(format && !nameOfFormat(format) ? [{ value: OWN_PAPER, label: intl.formatMessage({ id: 'paper.own_size' }) }] : []),
                  ...PAPER_NAMES.map((value) => ({ value, label: intl.formatMessage({ id: `paper.${value}` }) })),
                ]}
                onChange={(value) => choosePaper(PAPER_NAMES.find((known) => known === value))}
              />
            </Form.Item>
            {cells > 1 && (
              <Form.Item
                htmlFor={startId}
                label={<FormattedMessage id="paper.start" />}
                extra={<FormattedMessage id="paper.start_hint" values={{ cells }} />}
              >
                <NumberInput
                  id={startId}
                  range={[1, cells]}
                  precision={0}
                  value={start}
                  onChange={(value) => dispatch(printChosen({ start: value ?? 1 }))}
                />
              </Form.Item>
            )}
            {keepsPaper ? (
              role !== undefined &&
              may(role, 'paper.update') && (
                <Button onClick={() => dispatch(dialogOpened({ name: 'vouchers/paper', args: { hotspotId: hotspot.id } }))}>
                  <FormattedMessage id="paper.set_up" />
                </Button>
              )
            ) : (
              <>
                <Form.Item
                  htmlFor={ssidId}
                  label={<FormattedMessage id="paper.ssid" />}
                  extra={<FormattedMessage id="paper.ssid_hint" />}
                  {...(isTooLong && { validateStatus: 'error', help: <FormattedMessage id="paper.ssid_too_long" /> })}
                >
                  <Input id={ssidId} value={chosen.ssid} autoComplete="off" onChange={({ target }) => choose({ ssid: target.value })} />
                </Form.Item>
                <Form.Item {...(!hasNetwork && { extra: <FormattedMessage id="paper.qr_needs_network" /> })}>
                  <Checkbox
                    checked={hasNetwork && chosen.hasQr}
                    disabled={isBusy || !hasNetwork}
                    onChange={({ target }) => choose({ hasQr: target.checked })}
                  >
                    <FormattedMessage id="paper.qr" />
                  </Checkbox>
                </Form.Item>
              </>
            )}
          </Form>
          <div style={{ flex: '100 1 480px', minWidth: 0 }}>
            <div role="status" style={{ marginBottom: 8 }}>
              {pages && (
                <div>
                  <FormattedMessage id="paper.count" values={{ vouchers: printed.length, pages: pages.length }} />
                </div>
              )}
              {leftOut.length > 0 && <FormattedMessage id="paper.left_out" values={{ count: leftOut.length, codes: named(leftOut) }} />}
              {isUnsure && <FormattedMessage id="paper.not_asked" />}
            </div>
            {pages ? (
              <section {...REACHABLE} aria-label={intl.formatMessage({ id: 'paper.preview' })} className="paper-preview">
                <div ref={content}>
                  <PreviewedSheets pages={pages} pictures={materials?.pictures ?? NO_PICTURES} isWhole={isPrinting} />
                </div>
              </section>
            ) : hasFailed || stored.isError || isTemplateGone ? (
              <LoadFailed message="paper.load_failed" onRetry={retryAll} />
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
        {printer.problem && (
          <Alert
            type="error"
            showIcon
            title={
              <FormattedMessage
                id={`paper.printer_${printer.problem.kind}`}
                values={{ sent: printer.problem.kind === 'lost' ? printer.problem.sent : 0, count: printed.length }}
              />
            }
          />
        )}
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

const laidOut = new WeakMap<object, WeakMap<readonly Voucher[], Page[]>>();

/** The pages of these vouchers; laid out once for the preview, the PDF and printers, until vouchers or look change. */
function pagesOf(vouchers: readonly Voucher[], look: Look & { typefaces: Typefaces }): Page[] {
  const known = laidOut.get(look) ?? new WeakMap<readonly Voucher[], Page[]>();
  laidOut.set(look, known);
  const pages = known.get(vouchers) ?? layOut(vouchers, look, look.typefaces, measureOther);
  known.set(vouchers, pages);
  return pages;
}

/** Focusable, so that the pages can be scrolled by keyboard. */
const REACHABLE = { tabIndex: 0 };

const NO_TEMPLATES: never[] = [];
const NO_PICTURES = {};

/** Codes named among those that are left out. */
const NAMED = 5;

const named = (some: readonly Voucher[]) =>
  some
    .slice(0, NAMED)
    .map(({ code }) => code)
    .join(', ') + (some.length > NAMED ? ', …' : '');

/** What was chosen at the last print of this hotspot; a template that has been deleted since counts as not chosen. */
function rememberedChoice({ paper, design }: PaperOfHotspot, templates: readonly { id: number }[]): PrintChoice {
  const isThere = typeof design === 'string' || templates.some(({ id }) => id === design);
  return { ...(paper && { paper }), ...(design !== undefined && isThere && { design }) };
}

/** Full sheets are cut apart; labels, tickets and single-voucher pages aren't. */
const cutOf = (paper: PaperName | undefined): CutMarks => (paper === 'a4' || paper === 'letter' ? 'lines' : 'none');
