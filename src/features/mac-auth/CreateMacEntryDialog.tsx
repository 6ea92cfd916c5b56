import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { App, Form, Typography } from 'antd';
import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { toWireMac } from '../../contract/plain/macAddress';
import type { Unit } from '../../contract/units';
import { MAX_LENGTH } from '../../contract/plain/wire';
import { consoleConfig } from '../../shared/config';
import type { DialogProps } from '../../shared/dialogs';
import { failureOf } from '../../shared/failure';
import { fieldError } from '../../shared/ui/form/fieldError';
import { FailureReason } from '../../shared/ui/feedback/FailureAlert';
import { FormDialog } from '../../shared/ui/dialog/FormDialog';
import { untilRead } from '../../shared/ui/feedback/untilRead';
import { useListUnitsQuery } from '../units/api';
import { MacFields } from './MacFields';
import { linesOf, shownMac, type MacForm } from './macForm';
import { useCreateMacEntryMutation } from './api';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import textStyles from '../../shared/ui/page/text.module.css';

type Failed = FetchBaseQueryError | SerializedError;

/** Result of one pasted line, as shown. */
interface LineResult {
  text: string;
  message: ReactNode;
}

/** Registers one device by its MAC address, or several pasted one per line. */
export function CreateMacEntryDialog({ args: { hotspotId, mac = '' }, onClose }: DialogProps<'mac/create'>) {
  const intl = useIntl();
  const { message } = App.useApp();
  const [form] = Form.useForm<MacForm>();
  const isSeveral = Form.useWatch('how', form) === 'several';
  const { data: units, isError, refetch } = useListUnitsQuery({ hotspot: hotspotId });
  const [create] = useCreateMacEntryMutation();
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<Failed>();
  const [results, setResults] = useState<readonly LineResult[]>([]);

  /** Names the entry that already has this address, if it is known. */
  const duplicateOf = (name: string) => fieldError(name === '' ? 'mac_auth.duplicate_unknown' : 'mac_auth.duplicate', { name });

  const addOne = async (unit: Unit, { name, mac, kbps_down, kbps_up }: MacForm) => {
    const entry = { mac: toWireMac(mac.trim()), name: name.trim(), kbps_down, kbps_up };
    const { data: outcome, error: failed } = await create({ unit, entry });
    if (failed) return failed;
    if (!outcome.isNew) {
      form.setFields([{ name: 'mac', errors: [duplicateOf(outcome.known)] }]);
      form.focusField('mac');
      return 'unfinished' as const;
    }
    void message.success(intl.formatMessage({ id: 'mac_auth.created_one' }, { count: 1 }));
    onClose();
    return undefined;
  };

  /** One at a time, so that the first of two duplicates wins. Lines that failed stay in the field. */
  const addSeveral = async (unit: Unit, { lines, kbps_down, kbps_up }: MacForm) => {
    const remaining: LineResult[] = [];
    const all = linesOf(lines);
    for (const { text, mac, name, problem } of all) {
      if (problem) {
        remaining.push({ text, message: <FormattedMessage id={problem} values={{ max: MAX_LENGTH.name }} /> });
        continue;
      }
      const { data: outcome, error: failed } = await create({ unit, entry: { mac, name, kbps_down, kbps_up } });
      if (failed) remaining.push({ text, message: <NotAdded error={failed} /> });
      else if (!outcome.isNew) remaining.push({ text, message: duplicateOf(outcome.known) });
    }
    const count = all.length - remaining.length;
    if (count > 0) void message.success(intl.formatMessage({ id: 'mac_auth.created_one' }, { count }));
    if (remaining.length === 0) onClose();
    else {
      const lines = remaining.map(({ text }) => text);
      form.setFieldValue('lines', lines.join('\n'));
    }
    setResults(remaining);
    return remaining.length === 0 ? undefined : ('unfinished' as const);
  };

  const submit = async (values: MacForm) => {
    const unit = units?.data.find(({ id }) => id === values.unit_id);
    if (!unit) return 'unfinished' as const;
    setRunning(true);
    setError(undefined);
    setResults([]);
    const add = values.how === 'several' ? addSeveral : addOne;
    const failed = await add(unit, values);
    setError(failed === 'unfinished' ? undefined : failed);
    setRunning(false);
    return failed;
  };

  return (
    <FormDialog<MacForm>
      title="mac_auth.new"
      submit={isSeveral ? 'mac_auth.add_several' : 'mac_auth.add'}
      form={form}
      initialValues={{
        how: 'one',
        name: '',
        mac: mac && shownMac(mac),
        lines: '',
        unit_id: units?.data.length === 1 ? units.data[0]?.id : undefined,
        kbps_down: 0,
        kbps_up: 0,
      }}
      onSubmit={submit}
      onClose={onClose}
      isRunning={isRunning}
      error={undefined}
      failure={{ title: 'mac_auth.create_failed', text: 'mac_auth.nothing_lost' }}
      instead={untilRead({ data: units, isError, isFetching: false, refetch }, 'mac_auth.units_failed', 3)}
    >
      <MacFields hotspotId={hotspotId} units={units?.data ?? []} isSeveral={isSeveral} />
      <div role="alert">
        {error && (
          <Typography.Text type="danger">
            <NotAdded error={error} />
          </Typography.Text>
        )}
        {results.length > 0 && (
          <>
            <Typography.Text strong>
              <FormattedMessage id="mac_auth.not_added" values={{ count: results.length }} />
            </Typography.Text>
            <ul className={spacingStyles.bullets}>
              {results.map(({ text, message }, index) => (
                <li key={index} className={textStyles.anywhere}>
                  <code>{text}</code>: <Typography.Text type="danger">{message}</Typography.Text>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </FormDialog>
  );
}

function NotAdded({ error }: { error: Failed }) {
  const { code } = failureOf(error);
  if (code === 'wax_away') {
    return <FormattedMessage id="mac_auth.wax_away" values={{ address: consoleConfig().wax_base || window.location.origin }} />;
  }
  if (code === 'wrong_secret') return <FormattedMessage id="mac_auth.wrong_secret" />;
  return (
    <>
      <FormattedMessage id="mac_auth.create_failed" /> <FailureReason error={error} />
    </>
  );
}
