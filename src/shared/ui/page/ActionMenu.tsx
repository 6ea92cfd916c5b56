import { Dropdown, type DropdownProps, type MenuProps } from 'antd';
import { useRef, type ReactElement } from 'react';

interface ActionMenuProps {
  items: NonNullable<MenuProps['items']>;
  placement?: NonNullable<DropdownProps['placement']>;
  /** The button that opens the menu. */
  children: ReactElement;
}

/**
 * A dropdown menu that works by keyboard: it opens with its first item focused, Enter follows an item's link, and focus then returns to the
 * button, where a dialog opened by the item returns it too.
 */
export function ActionMenu({ items, placement = 'bottomLeft', children }: ActionMenuProps) {
  const opener = useRef<Element | null>(null);
  const goBack = () => {
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      destroyOnHidden
      placement={placement}
      onOpenChange={(isOpen) => {
        if (isOpen) opener.current = document.activeElement;
        else if (document.activeElement?.closest('[role="menu"]')) goBack();
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
