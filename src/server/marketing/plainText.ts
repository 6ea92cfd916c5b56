const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Clean HTML as a text for those who read none: a line for each block, a dash before each item, addresses of links behind their words. */
export function plainTextOf(html: string): string {
  const text = html
    .replace(/\s+/g, ' ')
    .replace(/<a\b[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g, (_link, href: string, words: string) =>
      words === href ? words : `${words} (${href})`,
    )
    .replace(/<li\b[^>]*>/g, '\n- ')
    .replace(/<(?:br|hr)\b[^>]*>|<\/(?:tr|ul|ol)>/g, '\n')
    .replace(/<\/?(?:p|div|h[1-4]|blockquote|pre|table)\b[^>]*>/g, '\n\n')
    .replace(/<\/t[dh]>/g, ' ')
    .replace(/<[^>]*>/g, '')
    // Once, and last: what stands there escaped is text, also where it looks like a tag.
    .replace(/&(?:#(\d+)|(\w+));/g, (entity, code: string | undefined, name: string | undefined) =>
      code === undefined ? (NAMED[name ?? ''] ?? entity) : String.fromCodePoint(Number(code)),
    );
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
