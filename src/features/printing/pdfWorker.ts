/** Makes a PDF in a worker, so that the page stays responsive; see savePdf.ts. */
import type { Typeface } from './typefaces';
import { makePdf, type Paperwork } from './pdf';
import { pictureOf } from './pictures';

/** Messages from the worker: pages done so far, or the file. Failures arrive as error events. */
export type PdfNews = { done: number } | { pdf: ArrayBuffer };

/** The part of the worker's global scope used here. */
interface Around {
  onmessage: ((event: MessageEvent<Paperwork>) => void) | null;
  postMessage: (news: PdfNews, given?: Transferable[]) => void;
  reportError: (cause: unknown) => void;
  fonts?: FontFaceSet;
}

const around = self as unknown as Around;

around.onmessage = ({ data }) => void answer(data).catch((cause: unknown) => around.reportError(cause));

async function answer(paperwork: Paperwork) {
  await Promise.all(Object.values(paperwork.typefaces).map((typeface) => makeKnown(typeface)));
  const pdf = await makePdf(paperwork, { picture: pictureOf, onPage: (done) => around.postMessage({ done }) });
  around.postMessage({ pdf }, [pdf]);
}

/** Loads the fonts into the worker, for images that mix them with system fonts. */
async function makeKnown({ family, bytes }: Pick<Typeface, 'family' | 'bytes'>) {
  around.fonts?.add(await new FontFace(family, bytes).load());
}
