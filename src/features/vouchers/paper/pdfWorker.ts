/** Makes a PDF aside, so that the screen goes on meanwhile; see savePdf.ts. */
import type { Typefaces } from '../../../shared/typefaces';
import { makePdf, type Paperwork } from './pdf';
import { pictureOf } from './pictures';

/** What it says: so many pages are done, or here is the file. A failure is an error of the worker. */
export type PdfNews = { done: number } | { pdf: ArrayBuffer };

/** What a worker of this kind has around it, as far as it is needed here. */
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

/** For pictures of lines that the embedded face can draw in part. */
async function makeKnown({ family, bytes }: Pick<Typefaces['text'], 'family' | 'bytes'>) {
  around.fonts?.add(await new FontFace(family, bytes).load());
}
