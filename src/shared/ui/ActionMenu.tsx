import { Dropdown, type DropdownProps, type MenuProps } from 'antd';
import { useRef, type ReactElement } from 'react';

interface ActionMenuProps {
  items: NonNullable<MenuProps['items']>;
  placement?: NonNullable<DropdownProps['placement']>;
  /** The button that opens it. */
  children: ReactElement;
}

/**
 * A menu behind a button, for hands on the keyboard too: it opens on its first entry, Enter follows an entry's link, and afterwards the
 * focus is on the button again, where a dialog that the entry opened finds it.
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
            // Else the same key would also press what has the focus next, in the dialog that the entry opens.
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
