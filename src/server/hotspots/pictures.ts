/**
 * Validates pictures in data URLs. The type is decided by content, not by name. A picture is accepted only if it can be decoded completely,
 * and anything after its end is cut off.
 */
import { sharp } from '../compiled';
import { MAX_IMAGE } from '../../contract/plain/wire';
import { turnsByKey } from '../turnsByKey';

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
  // libvips throws for what it can't decode.
  return inTurn('decoding', () => checkedFile(file).catch(() => NOT_SUPPORTED));
}

async function checkedFile(file: Buffer): Promise<Outcome> {
  // Reads only the header. Sharp's own pixel limit is off, because its error wouldn't tell that the picture is too large.
  const { format, width, height } = await sharp(file, { limitInputPixels: false }).metadata();
  if (format !== 'png' && format !== 'jpeg') return NOT_SUPPORTED;
  if (width > MAX_IMAGE.side || height > MAX_IMAGE.side || width * height > MAX_IMAGE.pixels) return TOO_MANY_PIXELS;
  const end = endOf(file, format);
  if (end === null) return NOT_SUPPORTED;
  const picture = file.subarray(0, end);
  // Decodes the whole picture off this thread, a few lines at a time if the format allows, to make sure that it is complete.
  await sharp(picture, { limitInputPixels: MAX_IMAGE.pixels, failOn: 'warning', sequentialRead: true, pages: 1 })
    .timeout({ seconds: PATIENCE })
    .resize(1, 1, { fit: 'fill' })
    .raw()
    .toBuffer();
  return { picture: `data:image/${format};base64,${picture.toString('base64')}` };
}

/** One decoding at a time: the largest picture allowed may need a hundred megabytes. */
const inTurn = turnsByKey().run;

/** The last chunk of a PNG. It is empty, so its bytes and checksum are always the same. */
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex');
const JPEG_END = Buffer.from('ffd9', 'hex');
const START_OF_SCAN = 0xda;

/**
 * Offset after the picture's end; null if it has none. libvips ignores anything after the end, and doesn't tell where that is. If a file is
 * made so that it is cut too early, it is incomplete and refused when decoded.
 */
function endOf(file: Buffer, format: 'png' | 'jpeg'): number | null {
  const mark = format === 'png' ? PNG_END : JPEG_END;
  const at = file.indexOf(mark, format === 'png' ? 0 : startOfScan(file));
  return at < 0 ? null : at + mark.length;
}

/** Where a JPEG's headers end. Headers of cameras' pictures contain a thumbnail, which is a JPEG with an end of its own. */
function startOfScan(file: Buffer): number {
  let at = 2;
  // Each header is a marker, which may be padded with 0xff, and a length.
  while (at + 4 <= file.length && file[at + 1] !== START_OF_SCAN) at += file[at + 1] === 0xff ? 1 : 2 + file.readUInt16BE(at + 2);
  return at;
}
