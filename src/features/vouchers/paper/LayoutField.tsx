import { DeleteOutlined } from '@ant-design/icons';
import { Alert, Button, Flex, Form, Segmented, Select, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  CUT_MARKS,
  ELEMENT_KINDS,
  missingIn,
  PAPER_FORMATS,
  PAPER_LANGUAGES,
  PAPER_NAMES,
  TEMPLATE_LIMITS,
  type PaperElement,
  type PaperFormat,
  type PaperSettings,
} from '../../../contract/paperModel';
import { LoadFailed } from '../../../shared/ui/LoadFailed';
import type { HotspotFacts } from '../../hotspots/api';
import { designOf } from './design';
import { ElementFields } from './ElementFields';
import { guidesOf } from './guides';
import { layOut } from './layout';
import { measureOther } from './pictures';
import type { StudioForm } from './PrintStudioDialog';
import { sampleVoucher } from './sampleVoucher';
import { Sheets } from './Sheets';
import { StudioElement } from './StudioElement';
import { nameOfFormat, neededBy } from './usePaper';
import { useMaterials } from './useMaterials';

type Layout = StudioForm['layout'];

interface LayoutFieldProps {
  hotspot: HotspotFacts;
  settings: PaperSettings;
  value?: Layout;
  onChange?: (layout: Layout) => void;
}

const OWN_PAPER = 'own';

/** The print studio's field: elements on a cell of the paper, moved and resized by mouse and keyboard, and their properties. */
export function LayoutField({ hotspot, settings, value, onChange }: LayoutFieldProps) {
  const intl = useIntl();
  const pictures = Form.useWatch<StudioForm['pictures'] | undefined>('pictures', { preserve: true }) ?? NO_PICTURES;
  const [selected, setSelected] = useState<string | null>(null);
  const layout = value ?? EMPTY;
  const { format, elements } = layout;
  const { cell } = format;
  const [zoom, setZoom] = useState(cell.width < 90 ? 1.5 : 1);
  const design = useMemo(() => designOf({ version: 1, ...layout, pictures: {} }), [layout]);
  // Fonts and pictures are loaded anew only if others are named.
  const names = JSON.stringify([elements.map((one) => (one.kind === 'text' ? [one.font, one.bold] : [])), pictures]);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- `names` says all that it takes from the design
  const needed = useMemo(() => neededBy(design, pictures), [names]);
  const { materials, hasFailed, retry } = useMaterials(hotspot.id, needed);
  const pages = useMemo(() => {
    if (!materials) return undefined;
    const alone: PaperFormat = { ...format, page: { ...cell }, columns: 1, rows: 1, origin: { x: 0, y: 0 }, gap: { x: 0, y: 0 } };
    const look = {
      ...settings,
      ...materials,
      // What is not known yet is shown by an example, so that it can be placed.
      ssid: settings.ssid || EXAMPLE.ssid,
      footer: settings.footer || EXAMPLE.footer,
      has_qr: true,
      title: hotspot.description.trim() || hotspot.name,
      language: settings.language || (PAPER_LANGUAGES.find((one) => one === intl.locale) ?? 'en'),
      shift: { x: 0, y: 0 },
      cut: 'none' as const,
      start: 1,
    };
    const voucher = sampleVoucher(intl.formatMessage({ id: 'paper.sample_name' }));
    return layOut([voucher], { ...look, design, format: alone }, materials.typefaces, measureOther);
  }, [materials, design, format, cell, settings, hotspot, intl]);

  const put = (next: PaperElement[]) => onChange?.({ ...layout, elements: next });
  const change = (changed: PaperElement) => put(elements.map((one) => (one.id === changed.id ? changed : one)));
  const remove = (id: string) => {
    put(elements.filter((one) => one.id !== id));
    setSelected(null);
  };
  const add = (kind: PaperElement['kind']) => {
    const number = elements.reduce((most, { id }) => Math.max(most, Number(/^element-(\d+)$/.exec(id)?.[1] ?? 0)), 0) + 1;
    const element = newElement(kind, `element-${number}`, cell);
    put([...elements, element]);
    setSelected(element.id);
  };
  const changePaper = (name: string) => {
    const known = PAPER_NAMES.find((one) => one === name);
    if (known)
      onChange?.({
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
    <div className="studio">
      <div>
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
            onChange={(cut) => onChange?.({ ...layout, cut })}
          />
        </Flex>
        {chosen ? (
          <>
            <ElementFields key={chosen.id} element={chosen} onChange={change} />
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
          <div className="studio-desk">
            <div className="studio-paper" style={{ width: `${cell.width * zoom}mm` }}>
              <Sheets pages={pages} pictures={materials.pictures} />
              {guides.map(({ axis, at }) => (
                <div
                  key={`${axis} ${at}`}
                  className={`studio-guide studio-guide-${axis}`}
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

const EMPTY: Layout = { format: PAPER_FORMATS.a4, cut: 'none', elements: [] };
const NO_PICTURES = {};
const ZOOMS = [1, 1.5, 2];
const EXAMPLE = { ssid: 'WiFi', footer: '☎ 9' };

/** Millimetres and points of a new element, in the middle of the cell. */
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

/** An element on a cell of another size. */
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
