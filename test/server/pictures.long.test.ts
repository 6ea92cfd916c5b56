/** Files that aren't pictures, or would be too large once decoded, in every field that takes a picture. */
import { crc32, deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { checkedPicture } from '../../src/server/hotspots/pictures';
import { changesNothingOn } from '../support/server/changesNothing';
import { serve } from '../support/server/server';

const server = serve({ webhooks: { post: async () => ({ status: 200, body: '' }), refusalOf: async () => null } });
const changesNothing = changesNothingOn(server);

const url = (bytes: Buffer, type = 'png') => `data:image/${type};base64,${bytes.toString('base64')}`;
const HTML = Buffer.from('<html><script>alert(1)</script></html>'.repeat(20));

function chunk(name: string, content: Buffer): Buffer {
  const typedChunk = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(typedChunk));
  return Buffer.concat([length, typedChunk, sum]);
}

/** A black or white PNG of this size, or one with the given data. */
function png(width: number, height: number, data = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height))): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

let jpeg: Buffer;
beforeAll(async () => {
  const noise = Buffer.from(Array.from({ length: 300 * 200 * 3 }, (_, at) => (at * 7919) % 256));
  jpeg = await sharp(noise, { raw: { width: 300, height: 200, channels: 3 } })
    .jpeg()
    .toBuffer();
});

/** Fields that take a picture, and how to write them. */
const FIELDS: Record<string, (value: string) => ReturnType<ReturnType<typeof server.as>['put']>> = {
  captive_3_logo: (value) => server.as('reseller1').put('/api/preferences/hotspots/1', { key: 'captive_3_logo', value }),
  captive_5_banner: (value) => server.as('customer11').put('/api/preferences/hotspots/1', { key: 'captive_5_banner', value }),
  captive_81_bg_image: (value) => server.as('admin').put('/api/preferences/hotspots/1', { key: 'captive_81_bg_image', value }),
  'the logo of an integration': (logo) => server.as('admin').put('/api/integrations/1', { logo }),
  'the logo of a new integration': (logo) => server.as('admin').post('/api/integrations', { name: 'New', logo }),
};

describe.each(Object.entries(FIELDS))('%s', (_field, put) => {
  test('accepts a picture', async () => {
    expect([200, 201]).toContain((await put(url(png(30, 20)))).status);
    expect([200, 201]).toContain((await put(url(jpeg, 'jpeg'))).status);
  });

  test.each([
    ['30,000 × 30,000 pixels', () => png(30_000, 30_000)],
    ['8,001 pixels in a row', () => png(8_001, 1)],
    ['25 megapixels and a row', () => png(5_000, 5_001)],
    ['the header of a PNG followed by HTML', () => Buffer.concat([png(30, 20).subarray(0, 33), HTML])],
    ['a PNG with HTML as its data', () => png(30, 20, HTML)],
    ['a PNG that ends in the middle', () => png(30, 20).subarray(0, 60)],
    ['a PNG with half of its rows', () => png(300, 200, deflateSync(Buffer.alloc(3_000)))],
    ['half a JPEG', () => jpeg.subarray(0, jpeg.length / 2)],
    ['half a JPEG with a proper end', () => Buffer.concat([jpeg.subarray(0, jpeg.length / 2), Buffer.from('ffd9', 'hex')])],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['GIF', () => Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
  ])('refuses %s in the specified words', async (_what, file) => {
    const answer = await changesNothing(() => put(url(file())));
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed' } });
    expect(JSON.stringify(answer.body)).toMatch(/"File not supported/);
  });
});

test('data behind the picture in a file is not stored', async () => {
  expect(await checkedPicture(url(Buffer.concat([png(30, 20), HTML])))).toEqual({ picture: url(png(30, 20)) });
  expect(await checkedPicture(url(Buffer.concat([jpeg, HTML]), 'jpeg'))).toEqual({ picture: url(jpeg, 'jpeg') });
});

test('a JPEG ends at its picture, neither at the thumbnail in its headers nor at a later end mark', async () => {
  const thumbnail = await sharp(jpeg).resize(16).jpeg().toBuffer();
  const header = Buffer.from([0xff, 0xff, 0xe1, 0, 0]);
  header.writeUInt16BE(2 + thumbnail.length, 3);
  const photo = Buffer.concat([jpeg.subarray(0, 2), header, thumbnail, jpeg.subarray(2)]);
  const behind = Buffer.concat([HTML, Buffer.from('ffd9', 'hex')]);
  expect(await checkedPicture(url(Buffer.concat([photo, behind]), 'jpeg'))).toEqual({ picture: url(photo, 'jpeg') });
  const progressive = await sharp(jpeg).jpeg({ progressive: true }).toBuffer();
  expect(await checkedPicture(url(Buffer.concat([progressive, behind]), 'jpeg'))).toEqual({ picture: url(progressive, 'jpeg') });
});

test('a PNG with an end hidden before its picture is refused', async () => {
  const whole = png(30, 20);
  const hidden = Buffer.concat([whole.subarray(0, 33), chunk('tEXt', chunk('IEND', Buffer.alloc(0))), whole.subarray(33)]);
  expect(await checkedPicture(url(hidden))).toEqual({ reason: 'File not supported' });
});

test('simultaneous decompression bombs neither block the server nor use up memory', async () => {
  const data = deflateSync(Buffer.alloc(200_000_000));
  const bombs = [...Array.from({ length: 10 }, () => url(png(5_000, 5_000))), ...Array.from({ length: 10 }, () => url(png(10, 10, data)))];
  const before = process.memoryUsage.rss();
  let longest = 0;
  let last = performance.now();
  let most = before;
  const watch = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
    most = Math.max(most, process.memoryUsage.rss());
  }, 10);
  last = performance.now();
  const outcomes = await Promise.all(bombs.map((bomb) => checkedPicture(bomb)));
  clearInterval(watch);
  expect(outcomes.slice(0, 10).every((outcome) => 'picture' in outcome)).toBe(true);
  // Generous, because other tests run in parallel.
  expect(longest).toBeLessThan(1_000);
  expect(most - before).toBeLessThan(250_000_000);
});
