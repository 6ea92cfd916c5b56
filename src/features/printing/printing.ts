import type { Page } from './layout/drawing';
import { heightName } from './Sheets';
import type { Typeface, Typefaces } from './typefaces';

const facesOf = (typefaces: Typefaces): Typeface[] => Object.values(typefaces);

/** Style sheet of the printed frame: one drawing per page, edge to edge. On a roll page heights differ, so each height is a named page. */
export function pageStyle(pages: readonly Page[], typefaces: Typefaces): string {
  const faces = facesOf(typefaces).map(({ family, url }) => `@font-face { font-family: '${family}'; src: url('${url}'); }`);
  const sizes = new Map(pages.map((page) => [heightName(page), page]));
  // Slightly shorter than the page: rounding could otherwise add an empty page.
  const papers = [...sizes].map(
    ([name, { width, height }]) => `
    @page sheet-${name} { size: ${width}mm ${height}mm; margin: 0; }
    .sheet-${name} { page: sheet-${name}; width: ${width}mm !important; height: ${height - 0.1}mm !important; }
    .sheet-${name} > svg { width: ${width}mm; height: ${height}mm; }`,
  );
  const [first] = pages;
  return `
    ${faces.join('\n')}
    @page { size: ${first?.width ?? 0}mm ${first?.height ?? 0}mm; margin: 0; }
    html, body { margin: 0; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
    .sheet { max-width: none !important; overflow: hidden; break-after: page; border: 0 !important; margin: 0 !important; }
    .sheet:last-child { break-after: auto; }
    ${papers.join('\n')}
  `;
}

/** Prints the frame and resolves when the browser is done, which can't be told from cancelling. Rejects if the browser can't print. */
export async function printFrame(frame: HTMLIFrameElement, title: string, typefaces: Typefaces): Promise<void> {
  const { contentWindow, contentDocument, ownerDocument } = frame;
  if (!contentWindow || !contentDocument || !('print' in contentWindow)) throw new Error('this browser does not print');
  await Promise.all(facesOf(typefaces).map(({ family }) => contentDocument.fonts.load(`1em '${family}'`)));
  // Browsers suggest the document's title as the file name.
  const { title: titleBefore } = ownerDocument;
  ownerDocument.title = title;
  contentDocument.title = title;
  await new Promise<void>((ended) => {
    contentWindow.addEventListener('afterprint', () => ended(), { once: true });
    contentWindow.print();
  });
  ownerDocument.title = titleBefore;
}

/** Safari doesn't wait for its print dialog, so the list is refetched again after 2 s (VCH-17). */
export const LATER_MS = 2000;
export const refreshesLater = (): boolean => /^(?!.*(?:chrome|chromium|crios|fxios|android)).*safari/i.test(navigator.userAgent);
