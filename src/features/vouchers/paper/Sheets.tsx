import { memo } from 'react';
import { CUT, type Box, type Page, type Picture } from './drawing';
import { fontFamilyOf } from './typefaces';

interface SheetsProps {
  pages: readonly Page[];
  /** By name. */
  pictures: Readonly<Record<string, Picture>>;
}

/** Pages as SVG, in millimetres; the dialog shows exactly what is printed. */
export const Sheets = memo(function Sheets({ pages, pictures }: SheetsProps) {
  return pages.map((page, index) => (
    // `content-visibility` keeps a hundred pages fast: browsers skip those out of sight.
    <div
      key={index}
      className={`sheet sheet-${heightName(page)}`}
      style={{ contentVisibility: 'auto', aspectRatio: `${page.width} / ${page.height}`, maxWidth: `${page.width}mm` }}
    >
      <svg viewBox={`0 0 ${page.width} ${page.height}`} width="100%" style={{ display: 'block', background: '#fff' }}>
        {page.boxes.map((box) => (
          <Ticket key={`${box.x} ${box.y}`} box={box} pictures={pictures} />
        ))}
        {page.cuts.map((cut, at) => (
          <line key={at} {...cut} stroke={CUT.colour} strokeWidth={CUT.width} />
        ))}
      </svg>
    </div>
  ));
});

/** Names the height of a page in class names: on a roll pages differ. */
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
      {box.qrs.map(({ x, y, width, modules, runs }, index) => (
        <path
          key={index}
          transform={`translate(${x} ${y}) scale(${width / modules})`}
          shapeRendering="crispEdges"
          d={runs.map((run) => `M${run.x} ${run.y}h${run.length}v1h-${run.length}z`).join('')}
        />
      ))}
    </g>
  );
}

/** No kerning and no ligatures, so that widths match the layout and the PDF. */
const PLAIN = { fontKerning: 'none', fontVariantLigatures: 'none', whiteSpace: 'pre' } as const;
