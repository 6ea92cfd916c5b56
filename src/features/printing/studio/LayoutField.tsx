import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import RedoOutlined from '@ant-design/icons/RedoOutlined';
import UndoOutlined from '@ant-design/icons/UndoOutlined';
import { Alert, Button, Flex, Form, Segmented, Select, Skeleton } from 'antd';
import { useContext, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSelector, useStore } from 'react-redux';
import {
  CUT_MARKS,
  ELEMENT_KINDS,
  missingIn,
  PAPER_FORMATS,
  PAPER_LANGUAGES,
  TEMPLATE_LIMITS,
  type PaperElement,
  type PaperFormat,
  type PaperSettings,
} from '../../../contract/paperModel';
import { PAPER_NAMES } from '../../../contract/paperNames';
import { FormHistory } from '../../../shared/ui/form/formHistory';
import { LoadFailed } from '../../../shared/ui/feedback/LoadFailed';
import type { HotspotFacts } from '../../hotspots/api';
import { selectStudioHistory } from './slice';
import { designOf } from '../layout/design';
import { eastAsianIn } from '../layout/eastAsian';
import { ElementFields } from './ElementFields';
import { guidesOf } from '../layout/guides';
import { layOut } from '../layout/layout';
import { measureOther } from '../pictures';
import type { StudioForm } from './studioForm';
import { sampleVoucher } from '../layout/sampleVoucher';
import { Sheets } from '../Sheets';
import { StudioElement } from './StudioElement';
import type { StudioLayout } from './studioHistory';
import { nameOfFormat, neededBy } from '../usePaper';
import { useMaterials } from '../useMaterials';
import { classes } from '../../../shared/ui/plain/classes';
import styles from './LayoutField.module.css';

type HoldingStudio = Parameters<typeof selectStudioHistory>[0];

interface LayoutFieldProps {
  hotspot: HotspotFacts;
  settings: PaperSettings;
  value?: StudioLayout;
  onChange?: (layout: StudioLayout) => void;
}

const OWN_PAPER = 'own';

/** The print studio's field: elements on a cell of the paper, moved and resized by mouse and keyboard, and their properties. */
export function LayoutField({ hotspot, settings, value, onChange }: LayoutFieldProps) {
  const intl = useIntl();
  const kept = Form.useWatch<StudioForm['pictures'] | undefined>('pictures', { preserve: true }) ?? NO_PICTURES;
  const pictures = useMemo(() => withoutEmpty(kept), [kept]);
  const [selected, setSelected] = useState<string | null>(null);
  const layout = value ?? EMPTY;
  const { format, elements } = layout;
  const { cell } = format;
  const [zoom, setZoom] = useState(cell.width < 90 ? 1.5 : 1);
  const design = useMemo(() => designOf({ version: 1, ...layout, pictures: {} }), [layout]);
  // Reload fonts and pictures only when the layout refers to different ones.
  const names = JSON.stringify([
    elements.map((one) => (one.kind === 'text' ? [one.font, one.bold, eastAsianIn([one.text])] : [])),
    pictures,
  ]);
  const [{ of, needed }, setNeeded] = useState(() => ({ of: names, needed: neededBy(design, pictures) }));
  if (of !== names) setNeeded({ of: names, needed: neededBy(design, pictures) });
  const title = hotspot.description.trim() || hotspot.name;
  const texts = useMemo(() => [title, settings.ssid, settings.footer], [title, settings]);
  const { latest: materials, hasFailed, retry } = useMaterials(hotspot.id, needed, texts);
  const pages = useMemo(() => {
    if (!materials) return undefined;
    const alone: PaperFormat = { ...format, page: { ...cell }, columns: 1, rows: 1, origin: { x: 0, y: 0 }, gap: { x: 0, y: 0 } };
    const look = {
      ...settings,
      ...materials,
      // Show an example for anything unknown, so that it can be positioned.
      ssid: settings.ssid || EXAMPLE.ssid,
      footer: settings.footer || EXAMPLE.footer,
      has_qr: true,
      title,
      language: settings.language || (PAPER_LANGUAGES.find((one) => one === intl.locale) ?? 'en'),
      shift: { x: 0, y: 0 },
      cut: 'none' as const,
      start: 1,
    };
    const voucher = sampleVoucher(intl.formatMessage({ id: 'paper.sample_name' }));
    return layOut([voucher], { ...look, design, format: alone }, materials.typefaces, measureOther);
  }, [materials, design, format, cell, settings, title, intl]);

  const steps = useContext(FormHistory);
  const store = useStore<HoldingStudio>();
  const { past, future } = useSelector((state: HoldingStudio) => selectStudioHistory(state, steps.key));
  const [said, setSaid] = useState('');
  const run = useRef<string | null>(null);
  /** `within` identifies a series of changes, such as key presses on one element, that form one undo step if they are consecutive. */
  const edit = (next: StudioLayout, within: string | null = null) => {
    if (run.current !== within) steps.flush();
    run.current = within;
    onChange?.(next);
    if (within === null) steps.flush();
    setSaid('');
  };
  const put = (next: PaperElement[], within?: string) => edit({ ...layout, elements: next }, within);
  const change = (changed: PaperElement, within?: string) =>
    put(
      elements.map((one) => (one.id === changed.id ? changed : one)),
      within,
    );
  const remove = (id: string) => {
    const at = elements.findIndex((one) => one.id === id);
    const left = elements.filter((one) => one.id !== id);
    put(left);
    setSelected((left[at] ?? left.at(-1))?.id ?? null);
    setSaid(intl.formatMessage({ id: 'paper.element_removed' }, { count: left.length }));
  };
  const step = (kind: 'undone' | 'redone') => {
    steps.flush();
    const history = selectStudioHistory(store.getState(), steps.key);
    const [back, ahead] = [history.past.at(-1), history.future[0]];
    const to = kind === 'undone' ? back : ahead;
    if (!to) return;
    run.current = null;
    steps.step(kind, { layout: to });
    const count = kind === 'undone' ? history.past.length - 1 : history.future.length - 1;
    setSaid(intl.formatMessage({ id: `paper.${kind}` }, { count }));
  };
  const stepByKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const letter = event.key.toLowerCase();
    if (letter !== 'z' && letter !== 'y') return;
    // The browser's undo covers a single field and loses track of the others.
    event.preventDefault();
    step(letter === 'y' || event.shiftKey ? 'redone' : 'undone');
  };

  // The focused element may have been removed: restore focus, or keys wouldn't reach the studio any more.
  const desk = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    const { activeElement, body } = document;
    // Undoing or redoing the last step disables its own button.
    const isNowhere = activeElement === null || activeElement === body || activeElement.matches(':disabled');
    if (hadFocus.current && isNowhere) {
      const next = desk.current?.querySelector<HTMLElement>('.studio-selected') ?? desk.current;
      next?.focus({ preventScroll: true });
    }
  }, [elements, selected]);

  const add = (kind: PaperElement['kind']) => {
    const number = elements.reduce((most, { id }) => Math.max(most, Number(/^element-(\d+)$/.exec(id)?.[1] ?? 0)), 0) + 1;
    const element = newElement(kind, `element-${number}`, cell);
    put([...elements, element]);
    setSelected(element.id);
  };
  const changePaper = (name: string) => {
    const known = PAPER_NAMES.find((one) => one === name);
    if (known)
      edit({
        ...layout,
        format: PAPER_FORMATS[known],
        elements: elements.map((one) => scaled(one, cell, PAPER_FORMATS[known].cell)),
      });
  };

  const chosen = elements.find(({ id }) => id === selected);
  const height = pages?.[0]?.height ?? cell.height;
  const missing = missingIn({ elements, pictures });
  const guides = chosen
    ? guidesOf(
        chosen,
        elements.filter((one) => one !== chosen),
        cell,
      )
    : [];
  return (
    <div
      role="presentation"
      className={styles.studio}
      onKeyDown={stepByKey}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={({ relatedTarget }) => {
        // Removing the focused element blurs to null, and so does switching windows.
        hadFocus.current = relatedTarget === null;
      }}
    >
      <div>
        <Flex gap={8} wrap style={{ marginBottom: 12 }}>
          <Button
            size="small"
            icon={<UndoOutlined aria-hidden />}
            disabled={past.length === 0}
            aria-keyshortcuts="Control+Z"
            onClick={() => step('undone')}
          >
            <FormattedMessage id="paper.undo" />
          </Button>
          <Button
            size="small"
            icon={<RedoOutlined aria-hidden />}
            disabled={future.length === 0}
            aria-keyshortcuts="Control+Shift+Z"
            onClick={() => step('redone')}
          >
            <FormattedMessage id="paper.redo" />
          </Button>
          <span role="status" className="only-heard">
            {said}
          </span>
        </Flex>
        <Flex gap={8} wrap style={{ marginBottom: 12 }}>
          {ELEMENT_KINDS.map((kind) => (
            <Button key={kind} size="small" disabled={elements.length >= TEMPLATE_LIMITS.elements} onClick={() => add(kind)}>
              <FormattedMessage id={`paper.add_${kind}`} />
            </Button>
          ))}
        </Flex>
        <Flex gap={8} wrap style={{ marginBottom: 12 }}>
          <Select<string>
            aria-label={intl.formatMessage({ id: 'paper.size' })}
            virtual={false}
            listHeight={400}
            value={nameOfFormat(format) ?? OWN_PAPER}
            style={{ flex: '1 1 180px' }}
            options={[
              ...(nameOfFormat(format) ? [] : [{ value: OWN_PAPER, label: intl.formatMessage({ id: 'paper.own_size' }) }]),
              ...PAPER_NAMES.map((name) => ({ value: name, label: intl.formatMessage({ id: `paper.${name}` }) })),
            ]}
            onChange={changePaper}
          />
          <Select
            aria-label={intl.formatMessage({ id: 'paper.cut' })}
            value={layout.cut}
            options={CUT_MARKS.map((cut) => ({ value: cut, label: intl.formatMessage({ id: `paper.cut_${cut}` }) }))}
            onChange={(cut) => edit({ ...layout, cut })}
          />
        </Flex>
        {chosen ? (
          <>
            <ElementFields key={chosen.id} element={chosen} onChange={(changed) => change(changed, typedInto(chosen, changed))} />
            <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => remove(chosen.id)}>
              <FormattedMessage id="paper.remove_element" />
            </Button>
          </>
        ) : (
          <p className="soft">
            <FormattedMessage id="paper.select_element" />
          </p>
        )}
      </div>
      <div>
        <Flex gap={8} justify="space-between" align="center" wrap style={{ marginBottom: 8 }}>
          <span className="soft">
            <FormattedMessage
              id={cell.height === 0 ? 'paper.roll_size' : 'paper.cell_size'}
              values={{ width: cell.width, height: cell.height }}
            />
          </span>
          <Segmented
            size="small"
            value={zoom}
            aria-label={intl.formatMessage({ id: 'paper.zoom' })}
            options={ZOOMS.map((factor) => ({ value: factor, label: intl.formatNumber(factor, { style: 'percent' }) }))}
            onChange={setZoom}
          />
        </Flex>
        {hasFailed ? (
          <LoadFailed message="paper.load_failed" onRetry={retry} />
        ) : !pages || !materials ? (
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        ) : (
          <div
            ref={desk}
            className={styles.studioDesk}
            role="group"
            tabIndex={-1}
            aria-label={intl.formatMessage({ id: 'paper.elements' })}
          >
            <div className="studio-paper" style={{ width: `${cell.width * zoom}mm` }}>
              <Sheets pages={pages} pictures={materials.pictures} />
              {guides.map(({ axis, at }) => (
                <div
                  key={`${axis} ${at}`}
                  className={classes(styles.studioGuide, axis === 'x' ? styles.studioGuideX : styles.studioGuideY)}
                  style={axis === 'x' ? { left: `${(100 * at) / cell.width}%` } : { top: `${(100 * at) / height}%` }}
                />
              ))}
              {elements.map((element) => (
                <StudioElement
                  key={element.id}
                  element={element}
                  others={elements}
                  cell={cell}
                  height={height}
                  isSelected={element.id === selected}
                  onSelect={() => setSelected(element.id)}
                  onChange={change}
                  onNudge={(changed) => change(changed, `keys on ${changed.id}`)}
                  onRemove={() => remove(element.id)}
                />
              ))}
            </div>
          </div>
        )}
        <p className="soft">
          <FormattedMessage id="paper.studio_keys" />
        </p>
        <div role="alert">
          {missing.map(({ element, what, name }) => (
            <Alert
              key={`${element} ${name}`}
              type="warning"
              showIcon
              title={<FormattedMessage id={`paper.missing_${what}`} values={{ name }} />}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

const EMPTY: StudioLayout = { format: PAPER_FORMATS.a4, cut: 'none', elements: [] };
const ZOOMS = [1, 1.5, 2];
const EXAMPLE = { ssid: 'WiFi', footer: '☎ 9' };

/** Identifies the text or number field being typed into; undefined for other changes, which are undo steps of their own. */
function typedInto(before: PaperElement, after: PaperElement): string | undefined {
  const was = new Map<string, unknown>(Object.entries(before));
  const typed = Object.entries(after).find(([field, value]) => TYPED.includes(field) && was.get(field) !== value)?.[0];
  return typed && `${typed} of ${after.id}`;
}

const TYPED: readonly string[] = ['text', 'size', 'x', 'y', 'width', 'height'];

const NO_PICTURES: StudioForm['pictures'] = {};
const withoutEmpty = (pictures: StudioForm['pictures']): StudioForm['pictures'] =>
  Object.fromEntries(Object.entries(pictures).filter(([, url]) => url !== ''));

/** A new element in the middle of the cell. Sizes in millimetres and points. */
function newElement(kind: PaperElement['kind'], id: string, cell: PaperFormat['cell']): PaperElement {
  const width = Math.min(cell.width * 0.6, kind === 'qr' ? 25 : 60);
  const height = kind === 'qr' ? width : kind === 'line' ? 0.5 : kind === 'text' ? 6 : 10;
  const placed = {
    id,
    x: Number(((cell.width - width) / 2).toFixed(2)),
    y: Number(Math.max(0, ((cell.height || 40) - height) / 2).toFixed(2)),
    width: Number(width.toFixed(2)),
    height: Number(height.toFixed(2)),
    align: 'left',
    vertical: 'top',
  } as const;
  switch (kind) {
    case 'text':
      return { ...placed, kind, text: '{{until}}', font: 'portal', bold: false, size: 10, colour: 'ink', language: 'guest' };
    case 'code':
      return { ...placed, kind, size: 20, colour: 'ink', grouped: true };
    case 'qr':
      return { ...placed, kind, opens: 'any', align: 'centre' };
    case 'line':
      return { ...placed, kind, colour: 'accent' };
    case 'logo':
      return { ...placed, kind };
    case 'picture':
      return { ...placed, kind, picture: id };
  }
}

/** Scales an element to a cell of another size. */
function scaled(element: PaperElement, from: PaperFormat['cell'], to: PaperFormat['cell']): PaperElement {
  const wide = to.width / from.width;
  const high = from.height === 0 || to.height === 0 ? wide : to.height / from.height;
  const two = (value: number) => Number(value.toFixed(2));
  const rect = {
    x: two(element.x * wide),
    y: two(element.y * high),
    width: Math.max(0.05, two(element.width * wide)),
    height: Math.max(0.05, two(element.height * high)),
  };
  if (element.kind !== 'text' && element.kind !== 'code') return { ...element, ...rect };
  const [least, most] = TEMPLATE_LIMITS.size;
  return { ...element, ...rect, size: Math.min(most, Math.max(least, Number((element.size * Math.min(wide, high)).toFixed(1)))) };
}
