import { Button, Flex, Typography } from 'antd';
import { useDeferredValue, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { classes } from '../ui/plain/classes';
import listPageStyles from './ListPage.module.css';

export interface Selection {
  rows: readonly { id: number }[];
  select: (ids: readonly number[]) => void;
  /** Selects every row that matches, on all pages. */
  selectAll: () => void;
  isSelectingAll: boolean;
  actions: ReactNode;
}

/** How many rows are selected, and what can be done with them. Rendered after the checkbox that was pressed. */
export function SelectionBar({ selection, total }: { selection: Selection; total: number }) {
  const { rows, select, selectAll, isSelectingAll, actions } = useDeferredValue(selection);
  if (rows.length === 0) return null;
  return (
    <Flex className={classes(listPageStyles.selectionBar)} gap={8} align="center" wrap>
      <Typography.Text role="status">
        <FormattedMessage id="list.selected" values={{ count: rows.length }} />
      </Typography.Text>
      {rows.length < total && (
        <Button type="link" loading={isSelectingAll} onClick={selectAll}>
          <FormattedMessage id="list.select_all" values={{ count: total }} />
        </Button>
      )}
      {actions}
      <Button type="text" onClick={() => select([])}>
        <FormattedMessage id="list.select_none" />
      </Button>
    </Flex>
  );
}
