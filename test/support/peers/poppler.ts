/** Reads and renders PDF files with poppler, which shares no code with the program that made them. */
import { execFileSync } from 'node:child_process';

export interface Word {
  text: string;
  /** Millimetres from the upper left corner. */
  x: number;
  y: number;
  right: number;
  bottom: number;
}

export interface PrintedPage {
  width: number;
  height: number;
  words: Word[];
}

const MM_A_POINT = 25.4 / 72;

/** Each page's size, and its words with their positions. */
export function readPdf(pdf: ArrayBuffer | Buffer): PrintedPage[] {
  const html = run('pdftotext', ['-bbox', '-', '-'], pdf).toString('utf8');
  return [...html.matchAll(/<page width="([\d.]+)" height="([\d.]+)">(.*?)<\/page>/gs)].map(([, width = '', height = '', words = '']) => ({
    width: Number(width) * MM_A_POINT,
    height: Number(height) * MM_A_POINT,
    words: [...words.matchAll(/<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)<\/word>/gs)].map(
      ([, x = '', y = '', right = '', bottom = '', text = '']) => ({
        text: unescaped(text),
        x: Number(x) * MM_A_POINT,
        y: Number(y) * MM_A_POINT,
        right: Number(right) * MM_A_POINT,
        bottom: Number(bottom) * MM_A_POINT,
      }),
    ),
  }));
}

export interface Drawing {
  width: number;
  height: number;
  /** Red, green and blue of each pixel, row by row. */
  data: Uint8Array;
}

/** Renders a page at `dotsAnInch`, or a part of it in millimetres. */
export function drawPdf(
  pdf: ArrayBuffer | Buffer,
  page: number,
  dotsAnInch: number,
  part?: { x: number; y: number; width: number; height: number },
): Drawing {
  const dots = (mm: number) => String(Math.max(0, Math.round((mm * dotsAnInch) / 25.4)));
  const cut = part ? ['-x', dots(part.x), '-y', dots(part.y), '-W', dots(part.width), '-H', dots(part.height)] : [];
  const ppm = run('pdftoppm', ['-r', String(dotsAnInch), '-f', String(page), '-l', String(page), ...cut, '-'], pdf);
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.subarray(0, 40).toString('latin1'));
  if (!head) throw new Error('pdftoppm drew nothing');
  return { width: Number(head[1]), height: Number(head[2]), data: ppm.subarray(head[0].length) };
}

function run(command: string, args: string[], pdf: ArrayBuffer | Buffer): Buffer {
  const input = pdf instanceof ArrayBuffer ? Buffer.from(pdf) : pdf;
  return execFileSync(command, args, { input, maxBuffer: 2 ** 28 });
}

const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
