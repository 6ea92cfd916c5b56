import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { App, Button, Form, Input, Segmented, Typography } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { isPrivateMac, MAC_ADDRESS, toWireMac } from '../../contract/plain/macAddress';
import type { Unit } from '../../contract/units';
import { MAX_INTEGER, MAX_LENGTH } from '../../contract/plain/wire';
import { capabilities } from '../../shared/backEnd/capabilities';
import { consoleConfig } from '../../shared/config';
import type { DialogProps } from '../../shared/dialogs';
import { failureOf } from '../../shared/failure';
import { ListFileInput } from '../../shared/ui/form/ListFileInput';
import { fieldError } from '../../shared/ui/form/fieldError';
import { LimitInput } from '../../shared/ui/form/LimitInput';
import { FailureReason } from '../../shared/ui/feedback/FailureAlert';
import { FormDialog } from '../../shared/ui/dialog/FormDialog';
import { untilRead } from '../../shared/ui/feedback/untilRead';
import { useListUnitsQuery } from '../units/api';
import { UnitPicker } from '../units/UnitPicker';
import { linesOf, linesOfFile, shownMac, type MacForm } from './macForm';
import { useCreateMacEntryMutation } from './api';
import { atMost, filled, required, whole } from '../../shared/ui/form/rules';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import textStyles from '../../shared/ui/page/text.module.css';
import { classes } from '../../shared/ui/plain/classes';

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

/** Keep invalid input and report it: clamping a negative number to 0 would mean "no limit". */
const wholeUpTo = (max: number) => whole(0, max);

function MacFields({ hotspotId, units, isSeveral }: { hotspotId: number; units: readonly Unit[]; isSeveral: boolean }) {
  const intl = useIntl();
  const form = Form.useFormInstance<MacForm>();
  const mac = (Form.useWatch('mac', form) as string | undefined) ?? '';
  const lines = (Form.useWatch('lines', form) as string | undefined) ?? '';
  const hasSecret = (id: number | undefined) =>
    capabilities().canAddMacWithoutSecret || units.find((unit) => unit.id === id)?.secret !== '';
  return (
    <>
      <Form.Item<MacForm> name="how">
        <Segmented
          aria-label={intl.formatMessage({ id: 'mac_auth.how_many' })}
          options={[
            { value: 'one', label: <FormattedMessage id="mac_auth.one" /> },
            { value: 'several', label: <FormattedMessage id="mac_auth.several" /> },
          ]}
        />
      </Form.Item>
      {isSeveral ? (
        <Form.Item<MacForm>
          name="lines"
          label={<FormattedMessage id="mac_auth.lines" />}
          extra={
            <>
              <FormattedMessage id="mac_auth.lines_hint" /> <FromFile />
              <PrivateHint count={linesOf(lines).filter((line) => isPrivateMac(line.mac)).length} />
            </>
          }
          rules={[required]}
        >
          <Input.TextArea
            autoSize={{ minRows: 4, maxRows: 12 }}
            autoCapitalize="none"
            spellCheck={false}
            className={classes(textStyles.monospace)}
          />
        </Form.Item>
      ) : (
        <>
          <Form.Item<MacForm>
            name="name"
            label={<FormattedMessage id="mac_auth.description" />}
            rules={[required, atMost(MAX_LENGTH.name)]}
          >
            <Input autoComplete="off" />
          </Form.Item>
          <Form.Item<MacForm>
            name="mac"
            label={<FormattedMessage id="mac_auth.mac" />}
            extra={
              <>
                <FormattedMessage id="mac_auth.mac_hint" />
                <PrivateHint count={isPrivateMac(mac) ? 1 : 0} />
              </>
            }
            rules={[required, { pattern: MAC_WRITTEN, message: <FormattedMessage id="mac_auth.not_a_mac" /> }]}
          >
            <Input
              placeholder={MAC_PLACEHOLDER}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              className={classes(textStyles.monospace)}
              onBlur={({ target }) => form.setFieldValue('mac', shownMac(target.value))}
            />
          </Form.Item>
        </>
      )}
      <Form.Item<MacForm>
        name="unit_id"
        label={<FormattedMessage id="mac_auth.unit" />}
        rules={[
          filled,
          {
            validator: async (_rule, id: number | undefined) => {
              if (!hasSecret(id)) throw new Error('a unit without a secret');
            },
            message: <FormattedMessage id="mac_auth.no_secret" />,
          },
        ]}
      >
        <UnitPicker hotspotId={hotspotId} />
      </Form.Item>
      <div className="form-columns">
        {(['kbps_down', 'kbps_up'] as const).map((field) => (
          <Form.Item<MacForm>
            key={field}
            name={field}
            label={<FormattedMessage id={field === 'kbps_down' ? 'mac_auth.down' : 'mac_auth.up'} />}
            rules={[wholeUpTo(MAX_INTEGER)]}
          >
            <LimitInput precision={0} quantity="kbps" suffix={<FormattedMessage id="mac_auth.kbps" />} />
          </Form.Item>
        ))}
      </div>
    </>
  );
}

/** Says of addresses that devices made up for this network that they change, and what to do first. */
function PrivateHint({ count }: { count: number }) {
  return (
    <div role="status">
      {count > 0 && (
        <Typography.Text type="warning">
          <FormattedMessage id="mac_auth.private" values={{ count }} />
        </Typography.Text>
      )}
    </div>
  );
}

/** Fills the lines with those of a file, to be looked at before they are sent. */
function FromFile() {
  const intl = useIntl();
  const form = Form.useFormInstance<MacForm>();
  const chooser = useRef<HTMLInputElement>(null);
  const read = async (file: File) => {
    const lines = await linesOfFile(file);
    form.setFields([
      lines === null
        ? { name: 'lines', errors: [intl.formatMessage({ id: 'mac_auth.not_a_list' })] }
        : { name: 'lines', value: lines, errors: [] },
    ]);
  };
  return (
    <>
      <ListFileInput ref={chooser} onChoose={(chosen) => void read(chosen)} />
      <Button
        type="link"
        size="small"
        className={classes(spacingStyles.noPadding)}
        icon={<UploadOutlined aria-hidden />}
        onClick={() => chooser.current?.click()}
      >
        <FormattedMessage id="import.choose" />
      </Button>
    </>
  );
}

const MAC_PLACEHOLDER = '00-11-22-AA-BB-CC';

/** Allows spaces around the address. */
const MAC_WRITTEN = new RegExp(`^\\s*${MAC_ADDRESS.source.slice(1, -1)}\\s*$`, 'i');

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
