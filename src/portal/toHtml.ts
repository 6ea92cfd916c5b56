import type { ReactNode } from 'react';

/** Renders a page on the server. React's renderer is imported with the first page. */
export async function toHtml(page: ReactNode): Promise<string> {
  const { renderToStaticMarkup } = await import('react-dom/server');
  return renderToStaticMarkup(page);
}
