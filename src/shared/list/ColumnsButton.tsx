import HolderOutlined from '@ant-design/icons/HolderOutlined';
import TableOutlined from '@ant-design/icons/TableOutlined';
import { Button, Checkbox, Flex, Popover, Typography } from 'antd';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { isFixed, withMoved } from './arrangedColumns';
import type { Columns } from './useColumns';
import { useIsPhone } from '../useMedia';
import { classes } from '../ui/plain/classes';
import exportButtonStyles from '../ui/table/ExportButton.module.css';
import styles from './ColumnsButton.module.css';

/** Button that opens the choice of a table's columns and their order. Hidden on phones, which show cards. */
export function ColumnsButton<R, S extends string>({ columns }: { columns: Columns<R, S> }) {
  const label = useIntl().formatMessage({ id: 'columns.button' });
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const choice = useRef<HTMLDivElement>(null);
  if (useIsPhone()) return null;
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={(willOpen) => {
        setOpen(willOpen);
        if (!willOpen && choice.current?.contains(document.activeElement)) button.current?.focus();
      }}
      // Rendered next to the button, so that Tab moves into it.
      getPopupContainer={(opener) => opener.parentElement ?? document.body}
      content={
        <div ref={choice}>
          <Choice columns={columns} />
        </div>
      }
    >
      <Button
        ref={button}
        className={classes(exportButtonStyles.isShort)}
        title={label}
        icon={<TableOutlined aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        <span>{label}</span>
      </Button>
    </Popover>
  );
}

function Choice<R, S extends string>({ columns: { arranged, isChosen, arrange, reset } }: { columns: Columns<R, S> }) {
  const intl = useIntl();
  const rows = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState<{ name: string; position: number } | null>(null);
  const nameOf = (title: FormatjsIntl.Message['ids']) => intl.formatMessage({ id: title });
  const move = (key: string, to: number) => {
    const next = withMoved(arranged, key, to);
    const index = next.findIndex(({ column }) => column.key === key);
    const title = next[index]?.column.title;
    arrange(next);
    if (title) setMoved({ name: nameOf(title), position: index + 1 });
  };
  const onKey = (event: KeyboardEvent, key: string, at: number) => {
    const targets: Partial<Record<string, number>> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: arranged.length };
    const to = targets[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(key, to);
  };
  const dragged = useDragging(rows, move);
  return (
    <section className={styles.columnChoice} aria-label={nameOf('columns.title')}>
      <Typography.Paragraph type="secondary">
        <FormattedMessage id="columns.how" />
      </Typography.Paragraph>
      <ol ref={rows}>
        {arranged.map(({ column, isShown }, at) => (
          <li
            key={column.key}
            data-column={column.key}
            draggable={!isFixed(column)}
            className={dragged === column.key ? styles.isDragged : undefined}
          >
            <Checkbox
              checked={isShown}
              disabled={isFixed(column)}
              onChange={({ target }) => arrange(arranged.map((one) => (one.column === column ? { column, isShown: target.checked } : one)))}
            >
              <FormattedMessage id={column.title} />
            </Checkbox>
            {!isFixed(column) && (
              <Button
                type="text"
                size="small"
                icon={<HolderOutlined aria-hidden />}
                aria-label={intl.formatMessage({ id: 'columns.move' }, { name: nameOf(column.title) })}
                onKeyDown={(event) => onKey(event, column.key, at)}
              />
            )}
          </li>
        ))}
      </ol>
      <Flex justify="end">
        <Button size="small" type="link" disabled={!isChosen} onClick={reset}>
          <FormattedMessage id="columns.reset" />
        </Button>
      </Flex>
      <span className="only-heard" role="status">
        {moved && <FormattedMessage id="columns.moved" values={moved} />}
      </span>
    </section>
  );
}

/** Returns the key of the row being dragged. Calls `move` with each position it is dragged over. */
function useDragging(rows: RefObject<HTMLOListElement | null>, move: (key: string, to: number) => void): string | null {
  const [dragged, setDragged] = useState<string | null>(null);
  useEffect(() => {
    const list = rows.current;
    if (!list) return undefined;
    const rowAt = ({ target }: Event) => (target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null);
    const onStart = (event: Event) => setDragged(rowAt(event)?.dataset.column ?? null);
    const onEnd = () => setDragged(null);
    const onOver = (event: Event) => {
      const row = rowAt(event);
      if (dragged === null || !row) return;
      event.preventDefault();
      if (row.dataset.column !== dragged) move(dragged, [...list.children].indexOf(row));
    };
    list.addEventListener('dragstart', onStart);
    list.addEventListener('dragover', onOver);
    list.addEventListener('dragend', onEnd);
    return () => {
      list.removeEventListener('dragstart', onStart);
      list.removeEventListener('dragover', onOver);
      list.removeEventListener('dragend', onEnd);
    };
  }, [rows, move, dragged]);
  return dragged;
}
