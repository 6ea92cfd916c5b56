import { MAX_IMAGE } from '../contract/plain/wire';

/** Picture types of the captive portal, detected from the file's bytes, never from its name (CPT-06). */
export type PictureType = 'png' | 'jpeg';

/**
 * The largest file, in bytes. The limits are 700 KB (CPT-08) and 921083 characters as a data URL; the smaller one applies. Base64 turns
 * three bytes into four characters, after the data URL's prefix.
 */
export const MAX_PICTURE_BYTES = Math.min(MAX_IMAGE.bytes, Math.floor((MAX_IMAGE.characters - 'data:image/jpeg;base64,'.length) / 4) * 3);

/** Why a file is refused; `not_read` if the browser may not open it, or it is there no more. Shrinking can fix `too_large` and `too_many_pixels`. */
export type PictureRefusal = 'not_read' | 'not_supported' | 'damaged' | 'too_large' | 'too_many_pixels';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

/** The picture type by the file's signature, or null. */
export async function typeOf(file: Blob): Promise<PictureType | null> {
  const head = new Uint8Array(await file.slice(0, PNG.length).arrayBuffer());
  const startsWith = (signature: readonly number[]) => signature.every((byte, index) => head[index] === byte);
  if (startsWith(PNG)) return 'png';
  return startsWith(JPEG) ? 'jpeg' : null;
}

/** The file as a data URL with its real type, or why it is refused. */
export async function readPicture(file: Blob): Promise<{ picture: string } | { refusal: PictureRefusal }> {
  const type = await typeOf(file);
  if (type === null) return { refusal: 'not_supported' };
  if (file.size > MAX_PICTURE_BYTES) return { refusal: 'too_large' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isWhole = type === 'png' ? isWholePng(bytes) : isWholeJpeg(bytes);
  const size = isWhole ? await drawnSize(file) : null;
  if (size === null) return { refusal: 'damaged' };
  if (Math.max(size.width, size.height) > MAX_IMAGE.side || size.width * size.height > MAX_IMAGE.pixels)
    return { refusal: 'too_many_pixels' };
  return { picture: await dataUrlOf(file, type) };
}

/** Refuses truncated pictures: some browsers draw them and others don't. */
function isWholePng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = PNG.length;
  // Chunks: length, name, content, checksum; the last one is IEND.
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    at += 12 + length;
    if (name === 'IEND') return at <= bytes.length;
  }
  return false;
}

/** Skips segments up to the first scan, then looks for the end marker; an embedded thumbnail has an end marker of its own. */
function isWholeJpeg(bytes: Uint8Array): boolean {
  let at = 2;
  while (at + 3 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1];
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    at += 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
    if (marker === 0xda) return endsAfter(bytes, at);
  }
  return false;
}

function endsAfter(bytes: Uint8Array, start: number): boolean {
  for (let at = bytes.length - 2; at >= start; at--) if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return true;
  return false;
}

/** Null if the browser can't decode the file. */
async function drawnSize(file: Blob): Promise<{ width: number; height: number } | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return null;
  const { width, height } = bitmap;
  bitmap.close();
  return { width, height };
}

export function dataUrlOf(file: Blob, type: PictureType): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('the file could not be read'));
    // The type comes from the content: a file may claim any.
    reader.readAsDataURL(file.slice(0, file.size, `image/${type}`));
  });
}

/** A stored value as the `src` of an `<img>`; null unless it is a data URL, so that nothing is ever requested. */
export function sourceOf(value: string): string | null {
  return /^data:image\/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/.test(value) ? value : null;
}

/** Size in bytes of the file in a data URL. */
export function bytesIn(dataUrl: string): number {
  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1);
  return Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
}
