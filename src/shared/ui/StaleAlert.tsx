import { Alert, Button, Flex, Form, Table, type FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';

type MessageId = FormatjsIntl.Message['ids'];

/** How to show a version to people: field labels, and texts for values that aren't strings. */
export interface Wording<V extends object> {
  labels: Partial<Record<keyof V & string, MessageId>>;
  values?: Record<string, (version: V) => ReactNode>;
}

interface StaleAlertProps<V extends object> {
  form: FormInstance<V>;
  /** The other person's version, and the fields that differ. */
  theirs: V;
  fields: readonly (keyof V & string)[];
  wording: Wording<V>;
  onSaveOver: () => void;
  onTakeTheirs: () => void;
}

/** Shown when somebody else saved first: their changes next to what was typed here, and a choice between the two. */
export function StaleAlert<V extends object>({ form, theirs, fields, wording, onSaveOver, onTakeTheirs }: StaleAlertProps<V>) {
  const yours = Form.useWatch<V | undefined>([], form);
  const worded = (field: keyof V & string, version: V): ReactNode => {
    const words = wording.values?.[field]?.(version) ?? String(version[field]);
    return words === '' ? <FormattedMessage id="stale.empty" /> : words;
  };
  const rows = fields.map((field) => ({
    key: field,
    field: <FormattedMessage id={wording.labels[field] ?? 'stale.field'} />,
    theirs: worded(field, theirs),
    yours: yours && worded(field, yours),
  }));
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      style={{ marginBottom: 16 }}
      title={<FormattedMessage id="stale.title" />}
      description={
        <Flex vertical gap={12}>
          <FormattedMessage id="stale.text" />
          <Table
            size="small"
            pagination={false}
            dataSource={rows}
            style={{ overflowWrap: 'anywhere' }}
            columns={[
              { dataIndex: 'field', title: <FormattedMessage id="stale.field" /> },
              { dataIndex: 'theirs', title: <FormattedMessage id="stale.theirs" /> },
              { dataIndex: 'yours', title: <FormattedMessage id="stale.yours" /> },
            ]}
          />
          <Flex gap={8} wrap>
            <Button onClick={onTakeTheirs}>
              <FormattedMessage id="stale.take_theirs" />
            </Button>
            <Button danger onClick={onSaveOver}>
              <FormattedMessage id="stale.save_over" />
            </Button>
          </Flex>
        </Flex>
      }
    />
  );
}
