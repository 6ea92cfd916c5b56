import { HolderOutlined, TableOutlined } from '@ant-design/icons';
import { Button, Checkbox, Flex, Grid, Popover, Typography } from 'antd';
import { useRef, useState, type KeyboardEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { isFixed, withMoved } from './arrangedColumns';
import type { Columns } from './useColumns';

/** Opens the choice of a table's columns and their order. A phone shows cards, which have none. */
export function ColumnsButton<R, S extends string>({ columns }: { columns: Columns<R, S> }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (Grid.useBreakpoint().md === false) return null;
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      // Next to the button, so that Tab goes into it.
      getPopupContainer={(opener) => opener.parentElement ?? document.body}
      content={
        <div onKeyDown={(event) => event.key === 'Escape' && close()}>
          <Choice columns={columns} />
        </div>
      }
    >
      <Button ref={button} icon={<TableOutlined aria-hidden />} aria-haspopup="dialog" aria-expanded={isOpen}>
        <FormattedMessage id="columns.button" />
      </Button>
    </Popover>
  );
}

function Choice<R, S extends string>({ columns: { arranged, isChosen, arrange, reset } }: { columns: Columns<R, S> }) {
  const intl = useIntl();
  const [dragged, setDragged] = useState<string | null>(null);
  const [moved, setMoved] = useState<{ name: string; place: number } | null>(null);
  const nameOf = (title: FormatjsIntl.Message['ids']) => intl.formatMessage({ id: title });
  const move = (key: string, to: number) => {
    const next = withMoved(arranged, key, to);
    const place = next.findIndex(({ column }) => column.key === key);
    const title = next[place]?.column.title;
    arrange(next);
    if (title) setMoved({ name: nameOf(title), place: place + 1 });
  };
  const onKey = (event: KeyboardEvent, key: string, at: number) => {
    const places: Partial<Record<string, number>> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: arranged.length };
    const to = places[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(key, to);
  };
  return (
    <section className="column-choice" aria-label={nameOf('columns.title')}>
      <Typography.Paragraph type="secondary">
        <FormattedMessage id="columns.how" />
      </Typography.Paragraph>
      <ol>
        {arranged.map(({ column, isShown }, at) => (
          <li
            key={column.key}
            draggable={!isFixed(column)}
            onDragStart={() => setDragged(column.key)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              if (dragged !== column.key) move(dragged, at);
            }}
            className={dragged === column.key ? 'is-dragged' : undefined}
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
