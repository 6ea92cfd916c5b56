import { flushSync } from 'react-dom';

/**
 * After a deletion: closes its dialog, and leaves the page of what is gone where that is open. Only then may lists be read again, or
 * the page would ask for what is not there any more.
 */
export async function leaveDeleted(onClose: () => void, onDeleted?: () => void | Promise<void>): Promise<void> {
  flushSync(onClose);
  await onDeleted?.();
}
