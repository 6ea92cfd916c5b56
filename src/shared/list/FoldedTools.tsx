import FilterOutlined from '@ant-design/icons/FilterOutlined';
import { Button, Flex } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useIsPhone } from '../useMedia';
import { classes } from '../ui/plain/classes';
import styles from './FoldedTools.module.css';

interface FoldedToolsProps {
  /** Number of active filters. */
  count: number;
  children: ReactNode;
}

/** On phones, collapses filters and bulk actions behind one button, so that the list itself is visible. */
export function FoldedTools({ count, children }: FoldedToolsProps) {
  const id = useId();
  const isPhone = useIsPhone();
  const [isOpen, setIsOpen] = useState(false);
  if (!isPhone) return children;
  return (
    <>
      <Button icon={<FilterOutlined aria-hidden />} aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
        <FormattedMessage id="list.filters" values={{ count }} />
      </Button>
      {isOpen && (
        <Flex id={id} className={classes(styles.foldedTools)} gap={8} align="center" wrap>
          {children}
        </Flex>
      )}
    </>
  );
}
