/** Hosts that only this machine reaches; of an address in a URL, with its brackets. */
export const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/;
