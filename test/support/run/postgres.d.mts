/** Types of postgres.mjs. */
export function findPostgres(): string | undefined;
export function startPostgres(bin: string, kept?: string, again?: { port?: number }): Promise<{ url: string; stop: () => Promise<void> }>;
