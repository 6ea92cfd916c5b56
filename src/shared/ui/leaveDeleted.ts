import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';

/**
 * After a deletion: closes the dialog, and leaves the page of the deleted object if it is open. Only then may queries refetch; otherwise
 * that page would ask for an object that no longer exists.
 */
export async function leaveDeleted(onClose: () => void, onDeleted?: () => void | Promise<void>): Promise<void> {
  flushSync(onClose);
  await onDeleted?.();
}

/**
 * For pages whose object can be deleted on them: `leave` navigates away and sets `isLeft`. The page stays mounted, hidden, until the next
 * page's code has loaded, so it must unmount its content on `isLeft` or its queries would refetch.
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
