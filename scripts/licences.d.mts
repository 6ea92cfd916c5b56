export function packageOf(moduleId: string): string | undefined;
export function installedPackages(): string[];
export function noticesOf(inConsole: Iterable<string>, beside: Iterable<string>): string;
