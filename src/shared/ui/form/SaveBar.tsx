import { Button, Flex } from 'antd';
import { memo, useDeferredValue, useLayoutEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { classes } from '../plain/classes';
import styles from './SaveBar.module.css';

interface SaveBarProps {
  /** Id of the form that Save submits. */
  form: string;
  /** Number of unsaved changes; the bar is hidden at 0. */
  count: number;
  isSaving: boolean;
  onDiscard: () => void;
}

/** "3 changes · Discard · Save", sticky so that it is always visible. */
export const SaveBar = memo(function SaveBar(props: SaveBarProps) {
  const { count } = props;
  // The field that is changed first is painted before the bar appears.
  const mayAppear = useDeferredValue(count > 0);
  return count > 0 && mayAppear ? <Bar {...props} /> : null;
});

function Bar({ form, count, isSaving, onDiscard }: SaveBarProps) {
  const intl = useIntl();
  const bar = useRef<HTMLDivElement>(null);
  // Don't lose keyboard focus when the bar disappears.
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      if (element?.contains(document.activeElement)) document.getElementById('main')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div
      ref={bar}
      className={classes(styles.saveBar, 'not-on-paper')}
      role="region"
      aria-label={intl.formatMessage({ id: 'unsaved.label' })}
    >
      <Flex align="center" justify="space-between" gap={16} wrap>
        <strong role="status">
          <FormattedMessage id="unsaved.count" values={{ count }} />
        </strong>
        <Flex gap={8}>
          <Button disabled={isSaving} onClick={onDiscard}>
            <FormattedMessage id="unsaved.discard" />
          </Button>
          <Button type="primary" htmlType="submit" form={form} loading={isSaving}>
            <FormattedMessage id="common.save" />
          </Button>
        </Flex>
      </Flex>
    </div>
  );
}
