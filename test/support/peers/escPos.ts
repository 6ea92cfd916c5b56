/** Interprets the data sent to a receipt printer: the images, as they would appear on paper, and the cuts. Throws on an unknown command. */

export interface Receipt {
  width: number;
  height: number;
  /** One byte per dot: 0 is black, 255 white. */
  dots: Uint8Array;
}

const [ESC, LF, CR] = [0x1b, 0x0a, 0x0d];

/** The receipts, separated by cuts. */
export function receiptsOf(bytes: Uint8Array): Receipt[] {
  const receipts: Receipt[] = [];
  let strips: Receipt[] = [];
  let at = 0;
  const next = () => {
    const byte = bytes[at];
    if (byte === undefined) throw new Error('the printer was sent half a command');
    at += 1;
    return byte;
  };
  while (at < bytes.length) {
    const command = next();
    if (command === LF || command === CR) continue;
    const name = `${command.toString(16)} ${String.fromCharCode(next())}`;
    if (command === ESC && name === '1b @') continue;
    // Skip line spacing, code page, international characters and font.
    if (command === ESC && '3tRM!Ea'.includes(name.slice(-1))) next();
    else if (command === ESC && name === '1b 2') continue;
    else if (name === '1d v')
      strips.push(
        strip(
          next,
          () => bytes,
          () => at,
          (to) => (at = to),
        ),
      );
    else if (name === '1d V') {
      if (next() > 48) next();
      receipts.push(joined(strips));
      strips = [];
    } else if (command !== FS || name !== '1c .') throw new Error(`a printer may not know ${name} at ${at}`);
  }
  if (strips.length > 0) throw new Error('the last receipt is not cut');
  return receipts;
}

const FS = 0x1c;

function strip(next: () => number, all: () => Uint8Array, at: () => number, moved: (to: number) => void): Receipt {
  if (next() !== 0x30 || next() !== 0) throw new Error('another picture than GS v 0 0');
  const across = next() + 256 * next();
  const height = next() + 256 * next();
  const picture = all().subarray(at(), at() + across * height);
  if (picture.length !== across * height) throw new Error('the printer was sent half a picture');
  moved(at() + picture.length);
  const dots = new Uint8Array(across * 8 * height);
  for (let dot = 0; dot < dots.length; dot += 1) dots[dot] = ((picture[dot >> 3] ?? 0) >> (7 - (dot & 7))) & 1 ? 0 : 255;
  return { width: across * 8, height, dots };
}

function joined(strips: readonly Receipt[]): Receipt {
  const [first] = strips;
  if (!first || strips.some(({ width }) => width !== first.width)) throw new Error('a receipt of no width, or of several');
  return {
    width: first.width,
    height: strips.reduce((sum, { height }) => sum + height, 0),
    dots: Uint8Array.from(strips.flatMap(({ dots }) => Array.from(dots))),
  };
}

/** The image in the format that QR code decoders accept. */
export function asImage({ width, height, dots }: Receipt): { width: number; height: number; data: Uint8Array } {
  const data = new Uint8Array(dots.length * 3);
  for (const [at, value] of dots.entries()) data.fill(value, 3 * at, 3 * at + 3);
  return { width, height, data };
}
