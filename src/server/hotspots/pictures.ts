/** Pictures in data URLs: what they are is decided by their bytes, never by what they are called (DESIGN.md §6). */
import { crc32 } from 'node:zlib';
import { MAX_IMAGE } from '../../contract/wire';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Which depths a PNG of each colour type may have. */
const PNG_DEPTHS: Record<number, number[]> = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] };

/** The data URL with the type that the picture really has; or why it may not be stored. */
export function checkedPicture(url: string): { picture: string } | { reason: string } {
  if (url.length > MAX_IMAGE.characters) return { reason: 'is larger than 700 KB' };
  const [, base64] = /^data:image\/(?:png|jpe?g);base64,([A-Za-z0-9+/]+={0,2})$/.exec(url) ?? [];
  if (base64 === undefined || base64.length % 4 !== 0) return { reason: 'is not a PNG or JPEG as data URL' };
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MAX_IMAGE.bytes) return { reason: 'is larger than 700 KB' };
  const type = isPng(bytes) ? 'png' : isJpeg(bytes) ? 'jpeg' : undefined;
  return type === undefined ? { reason: 'is not a PNG or JPEG' } : { picture: `data:image/${type};base64,${base64}` };
}

/** Signature, then a header chunk that is whole and says something possible. */
function isPng(bytes: Buffer): boolean {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(PNG)) return false;
  const header = bytes.subarray(12, 29);
  const [depth, colour] = [header[12] ?? 0, header[13] ?? 0];
  return (
    bytes.readUInt32BE(8) === 13 &&
    header.toString('latin1', 0, 4) === 'IHDR' &&
    bytes.readUInt32BE(16) > 0 &&
    bytes.readUInt32BE(20) > 0 &&
    (PNG_DEPTHS[colour] ?? []).includes(depth) &&
    bytes.readUInt32BE(29) === crc32(header)
  );
}

/** Start of image, then segments up to the frame header, which says how large the picture is. */
function isJpeg(bytes: Buffer): boolean {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return false;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // SOF0 to SOF15, of which three numbers are something else: Huffman tables, arithmetic coding, an extension.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return bytes.readUInt16BE(at + 5) > 0 && bytes.readUInt16BE(at + 7) > 0;
    }
    // Only after the frame header come scans; a segment has at least its own length in it.
    const length = bytes.readUInt16BE(at + 2);
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xda) || length < 2) return false;
    at += 2 + length;
  }
  return false;
}
