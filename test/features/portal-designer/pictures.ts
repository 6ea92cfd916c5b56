import { jest } from '@jest/globals';
import { crc32, deflateSync } from 'node:zlib';

/** A PNG of one grey pixel, with a comment of `padding` bytes. */
export function png(padding = 0): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const typedChunk = Buffer.concat([Buffer.from(type, 'latin1'), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(typedChunk));
    return Buffer.concat([length, typedChunk, sum]);
  };
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.alloc(padding, 'a')),
    chunk('IDAT', deflateSync(Buffer.from([0, 0]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A JPEG of one pixel: a segment that contains a thumbnail's end marker, then a scan of `padding` bytes. */
export function jpeg(padding = 0): Buffer {
  const head = Buffer.from('ffd8ffe00006ffd90000ffc0000b080001000101011100ffda000801010000003f00', 'hex');
  return Buffer.concat([head, Buffer.alloc(padding, 0x11), Buffer.from('ffd9', 'hex')]);
}

export const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
export const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

export const fileOf = (bytes: Buffer, name: string, type = '') => new File([new Uint8Array(bytes)], name, { type });

/** The largest allowed file, in bytes: 921083 encoded characters, which are less than 700 KB. */
export const MOST_BYTES = 690_795;

/** Stubs decoding, which jsdom lacks: every file is a picture of this size unless `isBroken`. */
export function pictureWorks({ width = 4000, height = 3000, isBroken = (): boolean => false } = {}): void {
  const createImageBitmap = async (file: Blob) => {
    if (isBroken()) throw new DOMException('The source image could not be decoded.', 'InvalidStateError');
    return { width, height, size: file.size, close: () => undefined };
  };
  Object.assign(globalThis, { createImageBitmap });
}

/** Stubs canvases to produce files of `bytesOf` bytes; returns the type, quality and width of each file made. */
export function canvasMakes(bytesOf: (created: { type: string; quality: number; width: number }) => number, alpha = 255) {
  const all: { type: string; quality: number; width: number }[] = [];
  const context = {
    drawImage: () => undefined,
    fillRect: () => undefined,
    getImageData: () => ({ data: new Uint8ClampedArray([0, 0, 0, 255, 0, 0, 0, alpha]) }),
  };
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation((() => context) as never);
  jest.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done, type = '', quality = 1) {
    const created = { type, quality, width: this.width };
    all.push(created);
    done(new Blob([new Uint8Array(bytesOf(created))], { type }));
  });
  return all;
}
