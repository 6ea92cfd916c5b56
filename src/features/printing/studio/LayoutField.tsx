import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import RedoOutlined from '@ant-design/icons/RedoOutlined';
import UndoOutlined from '@ant-design/icons/UndoOutlined';
import { Alert, Button, Form, Segmented, Select } from 'antd';
import { useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  CUT_MARKS,
  ELEMENT_KINDS,
  missingIn,
  PAPER_FORMATS,
  TEMPLATE_LIMITS,
  type PaperSettings,
} from '../../../contract/plain/paperModel';
import { PAPER_NAMES } from '../../../contract/plain/paperNames';
import { classes } from '../../../shared/ui/plain/classes';
import type { HotspotFacts } from '../../hotspots/api';
import { nameOfFormat } from '../usePaper';
import { ElementFields } from './ElementFields';
import { LayoutCanvas } from './LayoutCanvas';
import styles from './LayoutField.module.css';
import type { StudioForm } from './studioForm';
import type { StudioLayout } from './studioHistory';
import { useFocusInStudio, useLayoutEditor, type LayoutEditor } from './useLayoutEditor';

interface LayoutFieldProps {
  hotspot: HotspotFacts;
  settings: PaperSettings;
  value?: StudioLayout;
  onChange?: (layout: StudioLayout) => void;
}

/** The print studio's field: elements on a cell of the paper, moved and resized by mouse and keyboard, and their properties. */
export function LayoutField({ hotspot, settings, value = EMPTY, onChange }: LayoutFieldProps) {
  const intl = useIntl();
  const stored = Form.useWatch<StudioForm['pictures'] | undefined>('pictures', { preserve: true }) ?? NO_PICTURES;
  const pictures = useMemo(() => withoutEmpty(stored), [stored]);
  const editor = useLayoutEditor(value, onChange);
  const { desk, onFocus, onBlur } = useFocusInStudio(editor);
  const { elements, format } = value;
  const { width, height } = format.cell;
  const [zoom, setZoom] = useState(width < 90 ? 1.5 : 1);
  return (
    <div role="presentation" className={styles.studio} onKeyDown={editor.onKeyDown} onFocus={onFocus} onBlur={onBlur}>
      <div>
        <Steps editor={editor} />
        <div className={styles.tools}>
          {ELEMENT_KINDS.map((kind) => (
            <Button key={kind} size="small" disabled={elements.length >= TEMPLATE_LIMITS.elements} onClick={() => editor.add(kind)}>
              <FormattedMessage id={`paper.add_${kind}`} />
            </Button>
          ))}
        </div>
        <PaperChoice editor={editor} />
        <Selected editor={editor} />
      </div>
      <div>
        <div className={styles.canvasHead}>
          <span className="soft">
            <FormattedMessage id={height === 0 ? 'paper.roll_size' : 'paper.cell_size'} values={{ width, height }} />
          </span>
          <Segmented
            size="small"
            value={zoom}
            aria-label={intl.formatMessage({ id: 'paper.zoom' })}
            options={ZOOMS.map((factor) => ({ value: factor, label: intl.formatNumber(factor, { style: 'percent' }) }))}
            onChange={setZoom}
          />
        </div>
        <LayoutCanvas hotspot={hotspot} settings={settings} editor={editor} pictures={pictures} zoom={zoom} desk={desk} />
        <p className="soft">
          <FormattedMessage id="paper.studio_keys" />
        </p>
        <div role="alert">
          {missingIn({ elements, pictures }).map(({ element, what, name }) => (
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

function Steps({ editor: { step, canUndo, canRedo, announced } }: { editor: LayoutEditor }) {
  return (
    <div className={styles.tools}>
      <Button
        size="small"
        icon={<UndoOutlined aria-hidden />}
        disabled={!canUndo}
        aria-keyshortcuts="Control+Z"
        onClick={() => step('undone')}
      >
        <FormattedMessage id="paper.undo" />
      </Button>
      <Button
        size="small"
        icon={<RedoOutlined aria-hidden />}
        disabled={!canRedo}
        aria-keyshortcuts="Control+Shift+Z"
        onClick={() => step('redone')}
      >
        <FormattedMessage id="paper.redo" />
      </Button>
      <span role="status" className="only-heard">
        {announced}
      </span>
    </div>
  );
}

function PaperChoice({ editor: { layout, edit, changePaper } }: { editor: LayoutEditor }) {
  const intl = useIntl();
  const name = nameOfFormat(layout.format);
  return (
    <div className={styles.tools}>
      <Select<string>
        aria-label={intl.formatMessage({ id: 'paper.size' })}
        virtual={false}
        listHeight={400}
        value={name ?? OWN_PAPER}
        className={classes(styles.paperSize)}
        options={[
          ...(name ? [] : [{ value: OWN_PAPER, label: intl.formatMessage({ id: 'paper.own_size' }) }]),
          ...PAPER_NAMES.map((one) => ({ value: one, label: intl.formatMessage({ id: `paper.${one}` }) })),
        ]}
        onChange={changePaper}
      />
      <Select
        aria-label={intl.formatMessage({ id: 'paper.cut' })}
        value={layout.cut}
        options={CUT_MARKS.map((cut) => ({ value: cut, label: intl.formatMessage({ id: `paper.cut_${cut}` }) }))}
        onChange={(cut) => edit({ ...layout, cut })}
      />
    </div>
  );
}

/** The selected element's properties. */
function Selected({ editor: { layout, selected, fill, remove } }: { editor: LayoutEditor }) {
  const element = layout.elements.find(({ id }) => id === selected);
  if (!element)
    return (
      <p className="soft">
        <FormattedMessage id="paper.select_element" />
      </p>
    );
  return (
    <>
      <ElementFields key={element.id} element={element} onChange={(changed) => fill(element, changed)} />
      <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => remove(element.id)}>
        <FormattedMessage id="paper.remove_element" />
      </Button>
    </>
  );
}

const OWN_PAPER = 'own';
const EMPTY: StudioLayout = { format: PAPER_FORMATS.a4, cut: 'none', elements: [] };
const ZOOMS = [1, 1.5, 2];

const NO_PICTURES: StudioForm['pictures'] = {};
const withoutEmpty = (pictures: StudioForm['pictures']): StudioForm['pictures'] =>
  Object.fromEntries(Object.entries(pictures).filter(([, url]) => url !== ''));
