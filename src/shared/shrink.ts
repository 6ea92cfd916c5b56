import { dataUrlOf, MAX_PICTURE_BYTES, typeOf, type PictureType } from './picture';

/** Fractions of the longest side, tried in turn, and the JPEG qualities tried for each. */
const SCALES = [1, 0.75, 0.56, 0.42, 0.32, 0.24];
const QUALITIES = [0.85, 0.7, 0.55];

/**
 * Shrinks a picture to the largest data URL that fits, with a longest side of at most `longestSide` pixels. JPEG, or PNG if it has
 * transparency. Null if the browser can't decode the file or no attempt is small enough.
 */
export async function shrunk(file: Blob, longestSide: number): Promise<string | null> {
  const original = await typeOf(file);
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  try {
    const type = original === 'png' && letsThrough(bitmap) ? 'png' : 'jpeg';
    const longest = Math.min(longestSide, Math.max(bitmap.width, bitmap.height));
    for (const scale of SCALES) {
      const canvas = drawn(bitmap, longest * scale, type === 'jpeg');
      for (const quality of type === 'png' ? [1] : QUALITIES) {
        const blob = await encoded(canvas, type, quality);
        if (blob && blob.size <= MAX_PICTURE_BYTES) return await dataUrlOf(blob, type);
      }
    }
    return null;
  } finally {
    bitmap.close();
  }
}

function drawn(bitmap: ImageBitmap, longestSide: number, isOnWhite: boolean): HTMLCanvasElement {
  const scale = longestSide / Math.max(bitmap.width, bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws no pictures');
  context.imageSmoothingQuality = 'high';
  if (isOnWhite) {
    // JPEG has no transparency: transparent pixels would turn black.
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Whether the picture has transparent pixels. Checks a small copy, so tiny transparent spots may be missed and turn white. */
function letsThrough(bitmap: ImageBitmap): boolean {
  const canvas = drawn(bitmap, Math.min(128, Math.max(bitmap.width, bitmap.height)), false);
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 255) < 255) return true;
  return false;
}

function encoded(canvas: HTMLCanvasElement, type: PictureType, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, `image/${type}`, quality));
}
