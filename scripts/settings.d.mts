export function withSettings(page: string, settings: readonly { name: string; unset: string; text: string }[]): string;
