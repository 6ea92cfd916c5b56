import { memo } from 'react';
import { fontFamilyOf } from './typefaces';
import { EDGE, type Box, type Page } from './layout';

interface SheetsProps {
  pages: readonly Page[];
  colour: string;
  logo: string | null;
}

/** Pages as SVG, in millimetres; the dialog shows exactly what is printed. */
export const Sheets = memo(function Sheets({ pages, colour, logo }: SheetsProps) {
  return pages.map((page, index) => (
    // `content-visibility` keeps a hundred pages fast: browsers skip those out of sight.
    <div key={index} className="sheet" style={{ contentVisibility: 'auto', aspectRatio: `${page.width} / ${page.height}` }}>
      <svg viewBox={`0 0 ${page.width} ${page.height}`} width="100%" style={{ display: 'block', background: '#fff' }}>
        {page.boxes.map((box) => (
          <Ticket key={`${box.x} ${box.y}`} box={box} colour={colour} logo={logo} />
        ))}
      </svg>
    </div>
  ));
});

function Ticket({ box, colour, logo }: { box: Box; colour: string; logo: string | null }) {
  const { bar, qr } = box;
  return (
    <g>
      <rect {...bar} fill={colour} />
      <rect x={box.x} y={box.y} width={box.width} height={box.height} fill="none" stroke={EDGE.colour} strokeWidth={EDGE.width} />
      {logo !== null && box.logo && <image {...box.logo} href={logo} />}
      {box.texts.map(({ x, y, size, face, text }, index) => (
        <text key={index} x={x} y={y} fontSize={size} fontFamily={fontFamilyOf(face)} style={PLAIN}>
          {text}
        </text>
      ))}
      {qr && (
        <path
          transform={`translate(${qr.x} ${qr.y}) scale(${qr.width / qr.modules})`}
          shapeRendering="crispEdges"
          d={qr.runs.map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`).join('')}
        />
      )}
    </g>
  );
}

/** No kerning and no ligatures, so that widths match the layout and the PDF. */
const PLAIN = { fontKerning: 'none', fontVariantLigatures: 'none', whiteSpace: 'pre' } as const;
