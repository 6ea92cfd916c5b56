/**
 * Returns a function from a heading's text to its anchor, for one page. Anchors are those that GitHub gives, so that links work there as
 * well as in the documentation site; a repeated heading gets -1.
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
