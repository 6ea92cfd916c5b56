import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { facesWith, urlOfPiece } from '../../../src/features/printing/cjkFontSubsets';

test.each(['山田太郎', '王小明', '김민준'])('every character of %s is in a font file that comes with the console', (name) => {
  const faces = facesWith(name);
  expect(faces.length).toBeGreaterThan(0);
  for (const face of faces) expect(existsSync(fileURLToPath(urlOfPiece(face)))).toBe(true);
});
