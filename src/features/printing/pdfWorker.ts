/** Makes a PDF in a worker, so that the page stays responsive; see savePdf.ts. */
import type { Typeface } from './typefaces';
import { makePdf, type PdfInput } from './pdf';
import { pictureOf } from './pictures';

/** Messages from the worker: pages done so far, or the file. Failures arrive as error events. */
export type PdfMessage = { done: number } | { pdf: ArrayBuffer };

/** The part of the worker's global scope used here. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<PdfInput>) => void) | null;
  postMessage: (message: PdfMessage, given?: Transferable[]) => void;
  reportError: (cause: unknown) => void;
  fonts?: FontFaceSet;
}

const scope = self as unknown as WorkerScope;

scope.onmessage = ({ data }) => void answer(data).catch((cause: unknown) => scope.reportError(cause));

async function answer(input: PdfInput) {
  await Promise.all(Object.values(input.typefaces).map((typeface) => makeKnown(typeface)));
  const pdf = await makePdf(input, { picture: pictureOf, onPage: (done) => scope.postMessage({ done }) });
  scope.postMessage({ pdf }, [pdf]);
}

/** Loads the fonts into the worker, for images that mix them with system fonts. */
async function makeKnown({ family, bytes }: Pick<Typeface, 'family' | 'bytes'>) {
  scope.fonts?.add(await new FontFace(family, bytes).load());
}
