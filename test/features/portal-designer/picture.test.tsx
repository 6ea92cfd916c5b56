import { beforeEach, describe, expect, test } from '@jest/globals';
import { bytesIn, MAX_PICTURE_BYTES, readPicture, sourceOf } from '../../../src/shared/picture';
import { shrunk } from '../../../src/shared/shrink';
import { MAX_IMAGE } from '../../../src/contract/plain/wire';
import { canvasMakes, fileOf, GIF, jpeg, MOST_BYTES, png, pictureWorks, SVG } from './pictures';

beforeEach(() => pictureWorks());

describe('reading a picture file', () => {
  test.each([
    ['a PNG', fileOf(png(), 'logo.png', 'image/png'), /^data:image\/png;base64,iVBOR/],
    ['a PNG that calls itself a JPEG', fileOf(png(), 'logo.jpg', 'image/jpeg'), /^data:image\/png;base64,iVBOR/],
    ['a JPEG', fileOf(jpeg(), 'logo.jpeg', 'image/jpeg'), /^data:image\/jpeg;base64,\/9j\//],
    ['a JPEG without any type', fileOf(jpeg(), 'logo', ''), /^data:image\/jpeg;base64,\/9j\//],
  ])('recognizes %s by its content', async (_what, file, url) => {
    expect(await readPicture(file)).toEqual({ picture: expect.stringMatching(url) });
  });

  test.each([
    ['an SVG that calls itself a PNG', fileOf(SVG, 'logo.png', 'image/png'), 'not_supported'],
    ['a GIF of one pixel', fileOf(GIF, 'dot.gif', 'image/gif'), 'not_supported'],
    ['a GIF that calls itself a PNG', fileOf(GIF, 'dot.png', 'image/png'), 'not_supported'],
    ['an empty file', fileOf(Buffer.alloc(0), 'empty.png', 'image/png'), 'not_supported'],
    ['a PNG that ends in the middle', fileOf(png().subarray(0, -6), 'half.png', 'image/png'), 'damaged'],
    ['a PNG without more than its signature', fileOf(png().subarray(0, 8), 'half.png', 'image/png'), 'damaged'],
    ['a JPEG that ends in the middle', fileOf(jpeg(100).subarray(0, -50), 'half.jpg', 'image/jpeg'), 'damaged'],
  ])('rejects %s: %#', async (_what, file, refusal) => {
    expect(await readPicture(file)).toEqual({ refusal });
  });

  test('rejects a file that the browser cannot draw', async () => {
    pictureWorks({ isBroken: () => true });
    expect(await readPicture(fileOf(png(), 'logo.png'))).toEqual({ refusal: 'damaged' });
  });

  test('enforces both limits of size, as 921083 characters are fewer bytes than 700 KB', async () => {
    expect(MAX_PICTURE_BYTES).toBe(MOST_BYTES);
    const empty = png().length;
    const largest = await readPicture(fileOf(png(MOST_BYTES - empty), 'large.png'));
    expect(largest).toEqual({ picture: expect.any(String) });
    const { picture } = largest as { picture: string };
    expect(picture.length).toBeLessThanOrEqual(MAX_IMAGE.characters);
    expect(bytesIn(picture)).toBe(MOST_BYTES);
    expect(await readPicture(fileOf(png(MOST_BYTES - empty + 1), 'larger.png'))).toEqual({ refusal: 'too_large' });
  });

  test('offers no shrinking for a large file that is not a picture', async () => {
    expect(await readPicture(fileOf(Buffer.alloc(MOST_BYTES * 2, 'a'), 'film.png'))).toEqual({ refusal: 'not_supported' });
  });
});

describe('shrinking a picture', () => {
  test('keeps the proportions of a JPEG of 20 megapixels and as much quality as fits', async () => {
    pictureWorks({ width: 5472, height: 3648 });
    const created = canvasMakes(({ quality }) => (quality > 0.6 ? MOST_BYTES + 1 : MOST_BYTES));
    const picture = await shrunk(fileOf(jpeg(), 'photo.jpg'), 1920);
    expect(picture).toMatch(/^data:image\/jpeg;base64,/);
    expect(picture?.length).toBeLessThanOrEqual(MAX_IMAGE.characters);
    expect(created).toEqual([0.85, 0.7, 0.55].map((quality) => ({ type: 'image/jpeg', quality, width: 1920 })));
  });

  test('does not enlarge a small picture', async () => {
    pictureWorks({ width: 300, height: 600 });
    const created = canvasMakes(() => 1000);
    await shrunk(fileOf(jpeg(), 'photo.jpg'), 1920);
    expect(created[0]).toMatchObject({ width: 300 });
  });

  test('keeps a transparent PNG a PNG and reduces it until it fits', async () => {
    const created = canvasMakes(({ width }) => (width > 300 ? MOST_BYTES + 1 : 5), 10);
    expect(await shrunk(fileOf(png(), 'logo.png'), 512)).toMatch(/^data:image\/png;base64,/);
    expect(created.map(({ type, width }) => `${type} ${width}`)).toEqual(['image/png 512', 'image/png 384', 'image/png 287']);
  });

  test('turns an opaque PNG into a JPEG', async () => {
    canvasMakes(() => 1000);
    expect(await shrunk(fileOf(png(), 'photo.png'), 512)).toMatch(/^data:image\/jpeg;base64,/);
  });

  test('rejects what cannot be drawn or never fits', async () => {
    canvasMakes(() => MOST_BYTES + 1);
    expect(await shrunk(fileOf(jpeg(), 'photo.jpg'), 512)).toBeNull();
    pictureWorks({ isBroken: () => true });
    expect(await shrunk(fileOf(jpeg(), 'photo.jpg'), 512)).toBeNull();
  });
});

test.each(['', 'https://example.com/logo.png', 'data:image/svg+xml;base64,PHN2Zz4=', 'javascript:alert(1)', 'data:text/html;base64,AAAA'])(
  'never requests "%s" as a picture',
  (value) => {
    expect(sourceOf(value)).toBeNull();
  },
);
