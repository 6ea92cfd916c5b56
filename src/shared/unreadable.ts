/**
 * Whether reading a chosen file failed because of the file: it has been moved or changed since, is a folder, or is closed to the browser.
 */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotReadableError' || error.name === 'NotFoundError');
