import { Alert, Flex, Table, type TableProps } from 'antd';
import { Fragment, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useIsPhone } from '../useMedia';

interface Row {
  key: string;
  field: ReactNode;
  theirs: ReactNode;
  yours: ReactNode;
}

interface VersionsAlertProps<R extends Row> {
  text: FormatjsIntl.Message['ids'];
  rows: readonly R[];
  /** What the table has besides the field and both values. */
  table?: TableProps<R>;
  /** A row on a phone, where the table would have to be moved sideways. */
  onPhone?: (row: R) => ReactNode;
  /** The buttons that choose for all fields. */
  children: ReactNode;
}

/** Says that somebody else changed the same thing: a row for each field that differs, with both values. */
export function VersionsAlert<R extends Row>({ text, rows, table, onPhone, children }: VersionsAlertProps<R>) {
  const isPhone = useIsPhone();
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      style={{ marginBottom: 16 }}
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
