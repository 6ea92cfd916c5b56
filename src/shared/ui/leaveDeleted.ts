import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';

/**
 * After a deletion: closes its dialog, and leaves the page of what is gone where that is open. Only then may lists be read again, or
 * the page would ask for what is not there any more.
 */
export async function leaveDeleted(onClose: () => void, onDeleted?: () => void | Promise<void>): Promise<void> {
  flushSync(onClose);
  await onDeleted?.();
}

/**
 * For the page of something that can be deleted on it: `leave` goes to another page, and `isLeft` from then on. Until the code of the
 * other page is there this one stays mounted, though hidden: what is in it must be gone before, not to ask again.
 */
export function useLeaving(to: string): { isLeft: boolean; leave: () => void | Promise<void> } {
  const navigate = useNavigate();
  const [isLeft, setIsLeft] = useState(false);
  const leave = () => {
    flushSync(() => setIsLeft(true));
    return navigate(to, { flushSync: true });
  };
  return { isLeft, leave };
}
