import { Alert, Flex, Table, type TableProps } from 'antd';
import { Fragment, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useIsPhone } from '../../useMedia';
import spacingStyles from '../page/spacing.module.css';
import { classes } from '../plain/classes';

interface Row {
  key: string;
  field: ReactNode;
  theirs: ReactNode;
  yours: ReactNode;
}

interface VersionsAlertProps<R extends Row> {
  text: FormatjsIntl.Message['ids'];
  rows: readonly R[];
  /** Further table properties, besides the columns for field and values. */
  table?: TableProps<R>;
  /** Renders a row on phones, where the table would need horizontal scrolling. */
  onPhone?: (row: R) => ReactNode;
  /** The buttons that choose for all fields. */
  children: ReactNode;
}

/** Says that somebody else changed the same thing, with a row for each field that differs, showing both values. */
export function VersionsAlert<R extends Row>({ text, rows, table, onPhone, children }: VersionsAlertProps<R>) {
  const isPhone = useIsPhone();
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      className={classes(spacingStyles.below16)}
      title={<FormattedMessage id="stale.title" />}
      description={
        <Flex vertical gap={12}>
          <FormattedMessage id={text} />
          {isPhone && onPhone ? (
            rows.map((row) => <Fragment key={row.key}>{onPhone(row)}</Fragment>)
          ) : (
            <Table<R>
              size="small"
              pagination={false}
              dataSource={rows}
              {...table}
              columns={[
                { dataIndex: 'field', title: <FormattedMessage id="stale.field" /> },
                { dataIndex: 'theirs', title: <FormattedMessage id="stale.theirs" /> },
                { dataIndex: 'yours', title: <FormattedMessage id="stale.yours" /> },
                ...(table?.columns ?? []),
              ]}
            />
          )}
          {children}
        </Flex>
      }
    />
  );
}
