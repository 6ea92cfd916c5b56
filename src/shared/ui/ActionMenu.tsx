import { Dropdown, type DropdownProps, type MenuProps } from 'antd';
import { useRef, type ReactElement } from 'react';

interface ActionMenuProps {
  items: NonNullable<MenuProps['items']>;
  placement?: NonNullable<DropdownProps['placement']>;
  /** The button that opens the menu. */
  children: ReactElement;
}

/**
 * A menu behind a button, usable by keyboard: it opens on its first entry, Enter follows an entry's link, and the focus then goes back to
 * the button, where a dialog opened by the entry returns it too.
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
