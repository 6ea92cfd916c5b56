import EllipsisOutlined from '@ant-design/icons-svg/es/asn/EllipsisOutlined';
import type { MenuProps } from 'antd';
import { startTransition, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { IconButton } from './IconButton';
import { ActionMenu } from './ActionMenu';
import styles from './RowMenu.module.css';

interface RowMenuProps {
  /** Without any, there is no menu. */
  items: NonNullable<MenuProps['items']>;
  /** Name of the object that the actions are for. */
  name: string;
}

/** The "⋯" menu of a row. antd's menu is rendered only while it is open: a list has a hundred of them. */
export function RowMenu({ items, name }: RowMenuProps) {
  const intl = useIntl();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  // A press outside closes the menu, also one on the button; its click must not open the menu again.
  const wasOpen = useRef(false);
  if (items.length === 0) return null;
  return (
    <span className={styles.rowMenu}>
      <IconButton
        ref={button}
        icon={EllipsisOutlined}
        label={intl.formatMessage({ id: 'list.actions_of' }, { name })}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerDown={() => {
          wasOpen.current = isOpen;
        }}
        onClick={({ detail }) => {
          const isClosing = detail > 0 && wasOpen.current;
          // The press is painted first: antd's menu takes long to render.
          startTransition(() => setIsOpen(!isClosing));
        }}
      />
      {isOpen && (
        <ActionMenu items={items} placement="bottomRight" opened={{ by: button, close: () => setIsOpen(false) }}>
          <span className={styles.anchor} />
        </ActionMenu>
      )}
    </span>
  );
}
