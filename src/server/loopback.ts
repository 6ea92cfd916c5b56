/** Hosts that only this machine reaches; of an address in a URL, with its brackets. */
export const LOOPBACK = /^(?:127\.|\[?::1\]?$|localhost$)/;
