export function anchors(): (heading: string) => string;
