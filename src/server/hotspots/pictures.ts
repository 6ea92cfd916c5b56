/**
 * Pictures in data URLs: what they are is decided by their bytes, never by what they are called. A picture is taken only when all of it
 * can be decoded, and of it only the picture: what a file has behind its end is left out.
 */
import sharp from 'sharp';
import { MAX_IMAGE } from '../../contract/wire';

// The library reads many formats; here it is never shown another than these two, whatever a file claims.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg'] });
sharp.cache(false);
sharp.concurrency(1);

const NOT_SUPPORTED = { reason: 'File not supported' };
const TOO_LARGE = { reason: `File limit exceed (max ${MAX_IMAGE.bytes / 1024} KB)` };
const TOO_MANY_PIXELS = {
  reason: `File not supported: larger than ${MAX_IMAGE.pixels / 1_000_000} megapixels, or ${MAX_IMAGE.side} pixels a side`,
};

/** Seconds after which decoding is given up. */
const PATIENCE = 5;

type Outcome = { picture: string } | { reason: string };

/** The data URL with the type that the picture really has; or why it may not be stored. */
export async function checkedPicture(url: string): Promise<Outcome> {
  if (url.length > MAX_IMAGE.characters) return TOO_LARGE;
  const [, base64] = /^data:image\/(?:png|jpe?g);base64,([A-Za-z0-9+/]+={0,2})$/.exec(url) ?? [];
  if (base64 === undefined || base64.length % 4 !== 0) return NOT_SUPPORTED;
  const file = Buffer.from(base64, 'base64');
  if (file.length > MAX_IMAGE.bytes) return TOO_LARGE;
  const type = file.subarray(0, 8).equals(PNG) ? 'png' : file.subarray(0, 3).equals(JPEG) ? 'jpeg' : null;
  if (type === null) return NOT_SUPPORTED;
  const end = type === 'png' ? endOfPng(file) : endOfJpeg(file);
  if (end === null) return NOT_SUPPORTED;
  const whole = file.subarray(0, end);
  return inTurn(() => decoded(whole, type));
}

/** Decodes all of it, outside of this thread, a few lines at a time where the format lets it. */
async function decoded(bytes: Buffer, type: 'png' | 'jpeg'): Promise<Outcome> {
  // Its own limit throws without a reason; the header is looked at first, and costs nothing.
  const image = sharp(bytes, { limitInputPixels: false, failOn: 'warning', sequentialRead: true, pages: 1 }).timeout({ seconds: PATIENCE });
  try {
    const { format, width, height } = await image.metadata();
    if (format !== type) return NOT_SUPPORTED;
    if (width > MAX_IMAGE.side || height > MAX_IMAGE.side || width * height > MAX_IMAGE.pixels) return TOO_MANY_PIXELS;
    await image.resize(1, 1, { fit: 'fill' }).raw().toBuffer();
  } catch {
    // Whatever the library says of it: it cannot be drawn.
    return NOT_SUPPORTED;
  }
  return { picture: `data:image/${type};base64,${bytes.toString('base64')}` };
}

let last: Promise<unknown> = Promise.resolve();

/** One after the other: of the largest that is taken one may need a hundred megabytes for a moment. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return mine;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** Where the picture ends: behind the last of its chunks, each with length, name, content and checksum. Null where it does not. */
function endOfPng(bytes: Buffer): number | null {
  let at = PNG.length;
  while (at + 12 <= bytes.length) {
    const name = bytes.toString('latin1', at + 4, at + 8);
    at += 12 + bytes.readUInt32BE(at);
    if (name === 'IEND') return at <= bytes.length ? at : null;
  }
  return null;
}

const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;

/** The same for JPEG: segments with their length, behind each start of a scan its data up to the next marker. */
function endOfJpeg(bytes: Buffer): number | null {
  let at = 2;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === END_OF_IMAGE) return at + 2;
    // Markers may be filled up with bytes like their first.
    if (marker === 0xff) at += 1;
    else if (at + 3 >= bytes.length) return null;
    else {
      at += 2 + bytes.readUInt16BE(at + 2);
      if (marker === START_OF_SCAN) at = endOfScan(bytes, at);
    }
  }
  return null;
}

/** The next marker that is none of those inside of a scan: a byte of data that looks like one, and restarts. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}
