/**
 * Validates pictures in data URLs. The type is decided by content, not by name. A picture is accepted only if it can be decoded completely,
 * and anything after its end is cut off.
 */
import sharp from 'sharp';
import { MAX_IMAGE } from '../../contract/wire';

// libvips reads many formats; allow only these two, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg'] });
sharp.cache(false);
sharp.concurrency(1);

const NOT_SUPPORTED = { reason: 'File not supported' };
const TOO_LARGE = { reason: `File limit exceed (max ${MAX_IMAGE.bytes / 1024} KB)` };
const TOO_MANY_PIXELS = {
  reason: `File not supported: larger than ${MAX_IMAGE.pixels / 1_000_000} megapixels, or ${MAX_IMAGE.side} pixels a side`,
};

/** Timeout for decoding, in seconds. */
const PATIENCE = 5;

type Outcome = { picture: string } | { reason: string };

/** The data URL with the picture's real type, or the reason why it is refused. */
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

/** Decodes the whole picture off this thread, a few lines at a time if the format allows, to make sure that it is complete. */
async function decoded(bytes: Buffer, type: 'png' | 'jpeg'): Promise<Outcome> {
  // sharp's own pixel limit throws without a reason, so the header is checked first, which is cheap.
  const image = sharp(bytes, { limitInputPixels: false, failOn: 'warning', sequentialRead: true, pages: 1 }).timeout({ seconds: PATIENCE });
  try {
    const { format, width, height } = await image.metadata();
    if (format !== type) return NOT_SUPPORTED;
    if (width > MAX_IMAGE.side || height > MAX_IMAGE.side || width * height > MAX_IMAGE.pixels) return TOO_MANY_PIXELS;
    await image.resize(1, 1, { fit: 'fill' }).raw().toBuffer();
  } catch {
    // libvips can't decode it.
    return NOT_SUPPORTED;
  }
  return { picture: `data:image/${type};base64,${bytes.toString('base64')}` };
}

let last: Promise<unknown> = Promise.resolve();

/** Runs one decoding at a time: the largest picture allowed may need a hundred megabytes. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return mine;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** Offset of the end of a PNG: after its IEND chunk. Each chunk has length, name, content and checksum. Null if truncated. */
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

/**
 * Offset of the end of a JPEG: after its end-of-image marker. Segments have a length, and each start of scan is followed by data up to the
 * next marker. Null if truncated or malformed.
 */
function endOfJpeg(bytes: Buffer): number | null {
  let at = 2;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === END_OF_IMAGE) return at + 2;
    // Markers may be padded with 0xff bytes.
    if (marker === 0xff) at += 1;
    else if (at + 3 >= bytes.length) return null;
    else {
      at += 2 + bytes.readUInt16BE(at + 2);
      if (marker === START_OF_SCAN) at = endOfScan(bytes, at);
    }
  }
  return null;
}

/** Offset of the next marker after scan data; escaped 0xff bytes and restart markers belong to the data. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}
