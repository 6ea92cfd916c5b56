import { Alert, Form, Radio } from 'antd';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useConsoleSelector } from '../../consoleState';
import { usualSeparator, type CsvStyle } from '../../csvFile';
import { csvPutAway, selectIsCsvOpen } from '../../exports';
import { CSV_SEPARATORS, csvSeparatorChosen, type CsvSeparator } from '../../preferences';
import { Dialog } from './Dialog';
import { usePreference } from '../../usePreference';

const TEXTS = {
  ',': 'export.comma',
  ';': 'export.semicolon',
  '\t': 'export.tab',
} as const satisfies Record<CsvSeparator, FormatjsIntl.Message['ids']>;

interface CsvDialogProps {
  /** The table to export, as in `csvAsked`. */
  of: string;
  onSave: (style: CsvStyle) => Promise<unknown>;
}

/** After an export was requested, asks for the separator of the CSV file and remembers it. */
export function CsvDialog({ of, onSave }: CsvDialogProps) {
  const isOpen = useConsoleSelector((state) => selectIsCsvOpen(state, of));
  return isOpen ? <CsvForm onSave={onSave} /> : null;
}

function CsvForm({ onSave }: Pick<CsvDialogProps, 'onSave'>) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const [isSaving, setSaving] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const usual = usualSeparator(intl.locale);
  const separator = usePreference('csv_separator') ?? usual;
  const save = async () => {
    setSaving(true);
    setFailed(false);
    try {
      await onSave({ separator, language: intl.locale });
      dispatch(csvPutAway());
    } catch {
      // The part of the console that writes files may not load.
      setFailed(true);
      setSaving(false);
    }
  };
  return (
    <Dialog
      width={420}
      title={<FormattedMessage id="export.button" />}
      okText={<FormattedMessage id="export.download" />}
      okButtonProps={{ loading: isSaving, autoFocus: true }}
      onOk={() => void save()}
      onCancel={() => dispatch(csvPutAway())}
    >
      {hasFailed && <Alert type="error" showIcon role="alert" title={<FormattedMessage id="export.no_file" />} />}
      <Form noValidate layout="vertical">
        <Form.Item label={<FormattedMessage id="export.separator" />} extra={<FormattedMessage id="export.separator_hint" />}>
          <Radio.Group
            vertical
            aria-label={intl.formatMessage({ id: 'export.separator' })}
            value={separator}
            options={CSV_SEPARATORS.map((value) => ({
              value,
              label:
                value === usual ? (
                  <FormattedMessage id="export.usual" values={{ separator: intl.formatMessage({ id: TEXTS[value] }) }} />
                ) : (
                  <FormattedMessage id={TEXTS[value]} />
                ),
            }))}
            onChange={({ target }) => dispatch(csvSeparatorChosen(target.value as CsvSeparator))}
          />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
