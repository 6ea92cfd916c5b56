/** Types of freeradiusSql.mjs. */
export function schemaFile(configuration: string): string;
export function sqlModule(options: { configuration: string; url: string; connections: number }): string;
