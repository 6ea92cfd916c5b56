import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { Flex, Input, Typography, type InputRef } from 'antd';
import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { MAX_LENGTH } from '../../contract/plain/wire';
import { FailureAlert } from '../../shared/ui/feedback/FailureAlert';
import type { DialogProps, DialogsOf } from '../../shared/dialogs';
import { Dialog } from '../../shared/ui/dialog/Dialog';
import { useCommandKey } from '../../shared/ui/page/useShortcuts';
import { useEnterAhead } from '../../shared/ui/form/useEnterAhead';
import { useDialogInput } from '../../shared/ui/dialog/useDialogInput';
import { SearchFailed } from '../../features/find/SearchFailed';
import { notCreated } from '../../features/counter/useMakeVoucher';
import { useFindRows } from './useFindRows';
import { GROUPS, type Row } from './findRow';
import { classes } from '../../shared/ui/plain/classes';
import styles from './FindDialog.module.css';

declare module '../../shared/dialogs' {
  interface DialogTable {
    'find/anything': null;
  }
}

/**
 * Finds guests, vouchers and other things by name, and lists pages and actions. The first row is selected, or the first that
 * leads to a page if nothing is typed; Enter activates it, if need be once it is found.
 */
export function FindDialog({ onClose }: DialogProps<'find/anything'>) {
  const intl = useIntl();
  const listId = useId();
  const [{ sought: typed = '', chosenRow = '' }, enter] = useDialogInput();
  const seek = (sought: string) => {
    enterAhead.forget();
    enter({ sought, chosenRow: '' });
  };
  const { rows, count, missed, retry, isSearching, isMaking, error } = useFindRows(typed, { onClose, onFill: seek });
  // Before anything is typed, Enter only leads somewhere: rows that act may still be loading, and would come first.
  const first = typed.trim() === '' ? rows.find(({ group }) => group !== 'act') : rows[0];
  const chosen = rows.find(({ key }) => key === chosenRow) ?? first;
  const list = useRef<HTMLDivElement>(null);
  const enterAhead = useEnterAhead(isSearching, () => {
    // What acts has to be seen before it is run.
    if (chosen?.to !== undefined) chosen.run();
  });
  const box = useRef<InputRef>(null);
  // Pressed again, the keys would otherwise lead to the search of the browser.
  useCommandKey('k', () => box.current?.focus({ cursor: 'all' }), { isOfDialog: true });
  // Something may have been typed before it was there.
  useEffect(() => box.current?.focus({ cursor: 'end' }), []);
  useEffect(() => {
    const row = list.current?.querySelector('[aria-selected="true"]');
    if (row && 'scrollIntoView' in row) row.scrollIntoView({ block: 'nearest' });
  }, [chosen?.key]);

  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    // While an input method composes, Enter ends the composition.
    if (isForInputMethod(event.nativeEvent)) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Enter') {
      if (chosen) chosen.run();
      else if (retry) void retry();
      else enterAhead.wait();
    } else if (step === 0 || rows.length === 0) return;
    else {
      const current = chosen ? rows.indexOf(chosen) : 0;
      enter({ chosenRow: rows[(current + step + rows.length) % rows.length]?.key ?? '' });
    }
    event.preventDefault();
  };
  const idOf = ({ key }: Row) => `${listId} ${key}`.replaceAll(/[^\w-]/g, '_');

  return (
    <Dialog title={<FormattedMessage id="find.title" />} footer={null} onCancel={onClose} width={640}>
      <Flex vertical gap={8}>
        <Input
          ref={box}
          autoFocus
          role="combobox"
          aria-expanded={rows.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={chosen && idOf(chosen)}
          size="large"
          autoComplete="off"
          maxLength={MAX_LENGTH.search}
          value={typed}
          prefix={<SearchOutlined aria-hidden />}
          aria-label={intl.formatMessage({ id: 'find.title' })}
          placeholder={intl.formatMessage({ id: 'find.what' })}
          onChange={({ target }) => seek(target.value)}
          onKeyDown={onKey}
        />
        {error && <FailureAlert {...notCreated(error)} error={error} isUntyped />}
        {retry ? (
          <SearchFailed onRetry={retry} />
        ) : (
          <Typography.Text type="secondary" role="status">
            {isMaking ? (
              <FormattedMessage id="find.making" />
            ) : typed.trim() === '' ? (
              <FormattedMessage id="find.how" />
            ) : isSearching ? (
              <FormattedMessage id="find.searching" />
            ) : missed ? (
              <FormattedMessage id={missed.message} values={{ q: missed.q }} />
            ) : (
              <FormattedMessage id="find.count" values={{ count }} />
            )}
          </Typography.Text>
        )}
        <div ref={list} id={listId} role="listbox" aria-label={intl.formatMessage({ id: 'find.title' })} className={styles.foundList}>
          {Object.entries(GROUPS).map(([group, title]) => {
            const ofGroup = rows.filter((row) => row.group === group);
            if (ofGroup.length === 0) return null;
            return (
              <div key={group} role="group" aria-label={intl.formatMessage({ id: title })}>
                <div className={classes(styles.groupTitle, 'soft')} aria-hidden>
                  <FormattedMessage id={title} />
                </div>
                {ofGroup.map((row) => (
                  <Option key={row.key} id={idOf(row)} row={row} isChosen={row === chosen} />
                ))}
              </div>
            );
          })}
        </div>
      </Flex>
    </Dialog>
  );
}

/**
 * Whether an input method takes this key. Safari reports the end of a composition before the Enter that ends it, which only its old key
 * code tells from another Enter.
 */
const isForInputMethod = (event: globalThis.KeyboardEvent) => event.isComposing || Reflect.get(event, 'keyCode') === 229;

/** A result: a link if it leads to a page, so that it can be opened in another tab. The focus stays in the search box. */
function Option({ id, row, isChosen }: { id: string; row: Row; isChosen: boolean }) {
  const Tag = row.to === undefined ? 'div' : 'a';
  return (
    <Tag
      id={id}
      role="option"
      aria-selected={isChosen}
      className={classes(styles.foundRow)}
      {...(row.to !== undefined && { href: `#${row.to}`, tabIndex: -1 })}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        row.run();
      }}
    >
      <span className={classes('soft', styles.foundIcon)} aria-hidden>
        {row.icon}
      </span>
      <bdi className={classes('clipped', styles.rowTitle)}>{row.title}</bdi> {row.note}
    </Tag>
  );
}

export const findDialogs: DialogsOf<'find'> = { 'find/anything': FindDialog };
