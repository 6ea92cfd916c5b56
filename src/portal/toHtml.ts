import type { ReactNode } from 'react';

/** Renders a page for the server. React's renderer is loaded with the first page. */
export async function toHtml(page: ReactNode): Promise<string> {
  const { renderToStaticMarkup } = await import('react-dom/server');
  return renderToStaticMarkup(page);
}
