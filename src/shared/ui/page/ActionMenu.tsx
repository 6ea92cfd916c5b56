import { Dropdown, type DropdownProps, type MenuProps } from 'antd';
import { useRef, type ReactElement, type RefObject } from 'react';

interface ActionMenuProps {
  items: NonNullable<MenuProps['items']>;
  placement?: NonNullable<DropdownProps['placement']>;
  /** The button that opens the menu, or where the menu opens if it is rendered only while it is open. */
  children: ReactElement;
  /** For a menu that is rendered only while it is open: the button that opened it, and how it closes. */
  opened?: { by: RefObject<HTMLElement | null>; close: () => void };
}

/**
 * A dropdown menu that works by keyboard: it opens with its first item focused, Enter follows an item's link, and focus then returns to the
 * button, where a dialog opened by the item returns it too.
 */
export function ActionMenu({ items, placement = 'bottomLeft', children, opened }: ActionMenuProps) {
  const opener = useRef<Element | null>(null);
  const goBack = () => {
    const button = opened ? opened.by.current : opener.current;
    if (button instanceof HTMLElement) button.focus();
  };
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      destroyOnHidden
      placement={placement}
      {...(opened && { open: true })}
      onOpenChange={(isOpen) => {
        if (isOpen) {
          opener.current = document.activeElement;
          return;
        }
        if (document.activeElement?.closest('[role="menu"]')) goBack();
        opened?.close();
      }}
      menu={{
        items,
        onClick: ({ domEvent }) => {
          if (domEvent.type === 'keydown' && domEvent.target instanceof Element) {
            // Otherwise the same key press would also activate whatever the opened dialog focuses.
            domEvent.preventDefault();
            (domEvent.target.closest('a') ?? domEvent.target.querySelector('a'))?.click();
          }
          goBack();
        },
      }}
    >
      {children}
    </Dropdown>
  );
}
