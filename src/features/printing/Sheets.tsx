import { memo, useEffect, useRef, useState } from 'react';
import { CUT, type Box, type Page, type Picture } from './layout/drawing';
import { pathOf } from './layout/qr';
import { fontFamilyOf } from './typefaces';
import styles from './Sheets.module.css';

interface SheetsProps {
  pages: readonly Page[];
  /** By name. */
  pictures: Readonly<Record<string, Picture>>;
}

/** Pages as SVG, in millimetres; the dialog shows exactly what is printed. */
export function Sheets({ pages, pictures }: SheetsProps) {
  return pages.map((page, index) => <Sheet key={index} page={page} pictures={pictures} isDrawn />);
}

/** One voucher alone, as it will be cut out: the first of the pages. */
export function FirstTicket({ pages, pictures }: SheetsProps) {
  const box = pages[0]?.boxes[0];
  if (!box) return null;
  return (
    <svg className={styles.firstTicket} viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}>
      <Ticket box={box} pictures={pictures} />
    </svg>
  );
}

interface PreviewedSheetsProps extends SheetsProps {
  /** Renders all pages, for printing. */
  isWhole: boolean;
}

/** Pages in a scrolling region: renders only those near the viewport, because a thousand vouchers take seconds. */
export function PreviewedSheets({ pages, pictures, isWhole }: PreviewedSheetsProps) {
  const list = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState<ReadonlySet<number>>(FIRST);
  const isAll = isWhole || !('IntersectionObserver' in window);
  useEffect(() => {
    if (isAll || !list.current) return undefined;
    const indexOfSheet = new Map([...list.current.children].map((sheet, index) => [sheet, index]));
    const observer = new IntersectionObserver(
      (changes) =>
        setNear((before) => {
          const after = new Set(before);
          for (const { target, isIntersecting } of changes) {
            const index = indexOfSheet.get(target) ?? 0;
            if (isIntersecting) after.add(index);
            else after.delete(index);
          }
          return after;
        }),
      { root: list.current.closest('.paper-preview'), rootMargin: '100% 0px' },
    );
    for (const sheet of indexOfSheet.keys()) observer.observe(sheet);
    return () => observer.disconnect();
  }, [pages, isAll]);
  return (
    <div ref={list}>
      {pages.map((page, index) => (
        <Sheet key={index} page={page} pictures={pictures} isDrawn={isAll || near.has(index)} />
      ))}
    </div>
  );
}

/** Rendered before the observer first reports what is visible. */
const FIRST: ReadonlySet<number> = new Set([0, 1]);

interface SheetProps extends Pick<SheetsProps, 'pictures'> {
  page: Page;
  isDrawn: boolean;
}

const Sheet = memo(function Sheet({ page, pictures, isDrawn }: SheetProps) {
  return (
    <div
      className={`sheet sheet-${heightName(page)}`}
      style={{ aspectRatio: `${page.width} / ${page.height}`, maxWidth: `${page.width}mm`, background: '#fff' }}
    >
      {isDrawn && (
        <svg viewBox={`0 0 ${page.width} ${page.height}`} width="100%" className={styles.drawing}>
          {page.boxes.map((box) => (
            <Ticket key={`${box.x} ${box.y}`} box={box} pictures={pictures} />
          ))}
          {page.cuts.map((cut, at) => (
            <line key={at} {...cut} stroke={CUT.colour} strokeWidth={CUT.width} />
          ))}
        </svg>
      )}
    </div>
  );
});

/** The page's height as part of a class name: on a roll pages differ in height. */
export const heightName = ({ height }: Pick<Page, 'height'>): string => String(height).replaceAll(/\D/g, '-');

function Ticket({ box, pictures }: { box: Box; pictures: SheetsProps['pictures'] }) {
  return (
    <g>
      {box.shapes.map(({ colour, ...rect }, index) => (
        <rect key={index} {...rect} fill={colour} />
      ))}
      {box.pictures.map(({ picture, ...rect }, index) => (
        <image key={index} {...rect} href={pictures[picture]?.dataUrl} />
      ))}
      {box.texts.map(({ x, y, size, face, text, colour }, index) => (
        <text key={index} x={x} y={y} fontSize={size} fontFamily={fontFamilyOf(face)} fill={colour} style={PLAIN}>
          {text}
        </text>
      ))}
      {box.qrs.map((qr, index) => (
        <path
          key={index}
          transform={`translate(${qr.x} ${qr.y}) scale(${qr.width / qr.modules})`}
          shapeRendering="crispEdges"
          d={pathOf(qr)}
        />
      ))}
    </g>
  );
}

/** No kerning and no ligatures, and not the console's direction, so that widths and places match the layout and the PDF. */
const PLAIN = { direction: 'ltr', fontKerning: 'none', fontVariantLigatures: 'none', whiteSpace: 'pre' } as const;
