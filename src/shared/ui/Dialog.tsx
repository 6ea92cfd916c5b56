import { CloseOutlined } from '@ant-design/icons';
import { Modal, type ModalProps } from 'antd';
import { useEffect, useState } from 'react';

/** antd's dialog, mounted only while it is open, without its zoom: typing may begin at once. When it closes, the focus goes back to where it came from (UX.md §6). */
export function Dialog(props: Omit<ModalProps, 'open'>) {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
      // What opened it went away meanwhile: the menu of a row that was deleted.
      if (document.activeElement !== opener) document.getElementById('main')?.focus({ preventScroll: true });
    },
    [opener],
  );
  return (
    <Modal
      open
      transitionName=""
      maskTransitionName=""
      closeIcon={<CloseOutlined aria-hidden />}
      style={{ top: 'min(100px, 8vh)' }}
      {...props}
    />
  );
}
