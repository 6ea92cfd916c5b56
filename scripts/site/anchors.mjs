/**
 * Gives headings their anchors, as GitHub does, so that links work there as well as in the documentation site; a repeated heading gets -1.
 * Returns a function: text of a heading to anchor, for one page.
 */
export function anchors() {
  const seen = new Map();
  return (/** @type {string} */ heading) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${String(count)}`;
  };
}
