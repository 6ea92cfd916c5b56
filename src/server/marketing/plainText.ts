const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Plain-text version of sanitised HTML: a line per block, a dash before list items, link addresses after their text. */
export function plainTextOf(html: string): string {
  const text = html
    .replace(/\s+/g, ' ')
    .replace(/<a\b[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g, (_link, href: string, label: string) =>
      label === href ? label : `${label} (${href})`,
    )
    .replace(/<li\b[^>]*>/g, '\n- ')
    .replace(/<(?:br|hr)\b[^>]*>|<\/(?:tr|ul|ol)>/g, '\n')
    .replace(/<\/?(?:p|div|h[1-4]|blockquote|pre|table)\b[^>]*>/g, '\n\n')
    .replace(/<\/t[dh]>/g, ' ')
    .replace(/<[^>]*>/g, '')
    // Last, and in a single pass: escaped text must not be taken for a tag or unescaped twice.
    .replace(/&(?:#(\d+)|(\w+));/g, (entity, code: string | undefined, name: string | undefined) =>
      code === undefined ? (ENTITIES[name ?? ''] ?? entity) : String.fromCodePoint(Number(code)),
    );
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
