/** Serves the portal's font files. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { TEXT_STYLES } from '../../contract/plain/hotspotPreferences';
import { faceFileName, faceFilesOf, facePackageOf } from '../../portal/fonts';

/** The build copies the fonts next to the bundled server; without a build they are read from node_modules. */
const built = fileURLToPath(new URL('./faces', import.meta.url));
const isBuilt = existsSync(built);
const folders = new Map(TEXT_STYLES.flatMap(faceFilesOf).map((file) => [faceFileName(file), `@fontsource/${facePackageOf(file)}/files`]));

/** The content of a font file by name; null if there is no such file. */
export async function fontFile(name: string): Promise<Buffer | null> {
  const folder = folders.get(name);
  if (folder === undefined) return null;
  return readFile(isBuilt ? `${built}/${name}` : createRequire(import.meta.url).resolve(`${folder}/${name}`));
}
