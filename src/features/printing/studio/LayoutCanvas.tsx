import { useMemo, useState, type Ref } from 'react';
import { useIntl } from 'react-intl';
import { PAPER_LANGUAGES, type PaperFormat, type PaperSettings } from '../../../contract/plain/paperModel';
import { LoadFailed } from '../../../shared/ui/feedback/LoadFailed';
import { classes } from '../../../shared/ui/plain/classes';
import type { HotspotFacts } from '../../hotspots/api';
import { designOf } from '../layout/design';
import { eastAsianIn } from '../layout/eastAsian';
import { guidesOf } from '../layout/guides';
import { layOut } from '../layout/layout';
import { sampleVoucher } from '../layout/sampleVoucher';
import { measureOther } from '../pictures';
import { Sheets } from '../Sheets';
import { useMaterials } from '../useMaterials';
import { neededBy } from '../usePaper';
import { LoadingRows } from '../../../shared/ui/feedback/LoadingRows';
import styles from './LayoutField.module.css';
import { StudioElement } from './StudioElement';
import type { StudioForm } from './studioForm';
import type { StudioLayout } from './studioHistory';
import type { LayoutEditor } from './useLayoutEditor';

type Pictures = StudioForm['pictures'];

interface LayoutCanvasProps {
  hotspot: HotspotFacts;
  settings: PaperSettings;
  editor: LayoutEditor;
  pictures: Pictures;
  zoom: number;
  desk: Ref<HTMLDivElement>;
}

/** One cell of the paper as it is printed, with the frames of its elements over it. */
export function LayoutCanvas({ hotspot, settings, editor, pictures, zoom, desk }: LayoutCanvasProps) {
  const intl = useIntl();
  const { layout, selected } = editor;
  const { elements, format } = layout;
  const { cell } = format;
  const { pages, materials, hasFailed, retry } = usePages(hotspot, settings, layout, pictures);
  if (hasFailed) return <LoadFailed message="paper.load_failed" onRetry={retry} />;
  if (!pages || !materials) return <LoadingRows rows={8} />;

  const height = pages[0]?.height ?? cell.height;
  const chosen = elements.find(({ id }) => id === selected);
  const others = elements.filter((one) => one !== chosen);
  const guides = chosen ? guidesOf(chosen, others, cell) : [];
  return (
    <div ref={desk} className={styles.studioDesk} role="group" tabIndex={-1} aria-label={intl.formatMessage({ id: 'paper.elements' })}>
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
            onSelect={() => editor.select(element.id)}
            onChange={editor.change}
            onNudge={editor.nudge}
            onRemove={() => editor.remove(element.id)}
          />
        ))}
      </div>
    </div>
  );
}

/** The cell's drawing with sample values; undefined until fonts and pictures are read. */
function usePages(hotspot: HotspotFacts, settings: PaperSettings, layout: StudioLayout, pictures: Pictures) {
  const intl = useIntl();
  const { elements, format } = layout;
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
    const page = { ...format.cell };
    const alone: PaperFormat = { ...format, page, columns: 1, rows: 1, origin: { x: 0, y: 0 }, gap: { x: 0, y: 0 } };
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
  }, [materials, design, format, settings, title, intl]);
  return { pages, materials, hasFailed, retry };
}

const EXAMPLE = { ssid: 'WiFi', footer: '☎ 9' };
