import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { Alert, App, Button, Form, Input, Radio, Select } from 'antd';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSelector } from 'react-redux';
import { MAX_GUEST_ROWS, type GuestRow, type WrongRow } from '../../../contract/guestRows';
import { presetsIn, PRESETS_KEY, type Preset } from '../../../contract/presets';
import { MAX_LENGTH } from '../../../contract/wire';
import type { DialogProps } from '../../../shared/dialogs';
import { failureOf } from '../../../shared/failure';
import { useIdempotentMutation } from '../../../shared/idempotencyKey';
import { FormDialog } from '../../../shared/ui/FormDialog';
import { NumberInput } from '../../../shared/ui/NumberInput';
import { selectHotspotPreferences, type HoldingAnswers } from '../../hotspots/slice';
import { useCreateBatchMutation } from '../api';
import { presetName, presetSentence } from '../counter/presetVouchers';
import { MOST } from '../voucherForm';
import { readGuestFile, textOfFile, type FileProblem, type GuestFile } from './guestFile';

interface ImportForm {
  name: string;
  duration: number | null;
  /** Index of the preset whose limits apply; '' for none. */
  preset: string;
  /** Whether guests who already have a voucher get another one; asked once the server has reported them. */
  known: 'leave_out' | 'make';
}

type GrantedByPreset = Omit<Preset, 'name' | 'ends' | 'days'>;

const NO_LIMITS = { auto_login: true, bandwidth_down: 0, bandwidth_up: 0, max_traffic: 0, max_time: 0, uses: -1 };

/** Days for guests whose row doesn't specify any. */
const USUAL_DAYS = 7;

/** Creates a personal voucher for each guest in a CSV file. Previews the file first; a single invalid row blocks creation. */
export function ImportGuestsDialog({ args: { hotspotId }, onClose }: DialogProps<'vouchers/import'>) {
  const intl = useIntl();
  const { message } = App.useApp();
  const [form] = Form.useForm<ImportForm>();
  const chooser = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<GuestFile | null>(null);
  const [problem, setProblem] = useState<FileProblem | null>(null);
  const [create, { isLoading, error }] = useIdempotentMutation(useCreateBatchMutation());
  const stored = useSelector((state: HoldingAnswers) => selectHotspotPreferences(state, hotspotId)?.[PRESETS_KEY]);
  const presets = presetsIn(stored);
  const preset = presets[Number(Form.useWatch('preset', form) || NaN)];
  /** Rows whose guest already has a usable voucher. */
  const [known, setKnown] = useState<ReadonlySet<number>>(NOBODY);
  const days = Form.useWatch('duration', form);
  const isLeftOut = Form.useWatch('known', form) !== 'make';
  const isUnsure = error !== undefined && failureOf(error).kind === 'away';

  const read = async (chosen: File) => {
    const found = await readGuestFile(await textOfFile(chosen));
    setProblem(typeof found === 'string' ? found : null);
    setFile(typeof found === 'string' ? null : found);
    setKnown(NOBODY);
    if ((form.getFieldValue('name') as string) === '')
      form.setFieldValue('name', chosen.name.replace(/\.\w+$/, '').slice(0, MAX_LENGTH.name));
  };
  const wanted = file?.rows.filter((_row, at) => !isLeftOut || !known.has(at)) ?? [];
  const submit = async ({ name, duration }: ImportForm) => {
    const { auto_login, bandwidth_down, bandwidth_up, max_traffic, max_time, max_devices, uses }: GrantedByPreset = preset ?? NO_LIMITS;
    const outcome = await create({
      hotspot_id: hotspotId,
      name: name.trim(),
      rows: wanted,
      duration: duration ?? USUAL_DAYS,
      ...{
        auto_login,
        bandwidth_down,
        bandwidth_up,
        max_traffic,
        max_time,
        remain_use: uses,
        ...(max_devices !== undefined && { max_devices }),
      },
      unless_known: known.size === 0,
    });
    if (outcome.error && isAboutKnown(outcome.error)) {
      setKnown(new Set(failureOf(outcome.error).fields.map((field) => Number(field.split('.')[1]))));
      return 'unfinished';
    }
    if (outcome.error) return outcome.error;
    onClose();
    void message.success(intl.formatMessage({ id: 'vouchers.made' }, { count: wanted.length }));
    return undefined;
  };
  const count = wanted.length;
  return (
    <FormDialog<ImportForm>
      isWide
      title="import.title"
      {...(count > 0 ? { submit: 'vouchers.create', submitValues: { count } } : { submit: 'vouchers.create_some' })}
      form={form}
      initialValues={{ name: '', duration: USUAL_DAYS, preset: '', known: 'leave_out' }}
      firstField="name"
      onSubmit={submit}
      onClose={onClose}
      isRunning={isLoading}
      error={error && isAboutKnown(error) ? undefined : error}
      failure={{ title: 'vouchers.create_error_title', ...(isUnsure && { text: 'vouchers.safe_again' as const }) }}
      isSubmitDisabled={!file || file.wrong.length > 0 || count === 0}
    >
      <p style={{ marginTop: 0 }}>
        <FormattedMessage id="import.how" values={{ max: MAX_GUEST_ROWS }} />
      </p>
      <input
        ref={chooser}
        type="file"
        accept=".csv,text/csv,text/plain"
        style={{ display: 'none' }}
        aria-label={intl.formatMessage({ id: 'import.choose' })}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) void read(chosen);
          // Allows choosing the same file again after it has been corrected.
          target.value = '';
        }}
      />
      <Button icon={<UploadOutlined aria-hidden />} onClick={() => chooser.current?.click()} style={{ marginBottom: 16 }}>
        <FormattedMessage id="import.choose" />
      </Button>
      {problem && (
        <Alert
          type="error"
          showIcon
          role="alert"
          style={{ marginBottom: 16 }}
          title={<FormattedMessage id={problem} values={{ max: MAX_GUEST_ROWS }} />}
        />
      )}
      {known.size > 0 && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          style={{ marginBottom: 16 }}
          title={<FormattedMessage id="import.known" values={{ count: known.size }} />}
          description={
            <Form.Item<ImportForm> name="known" noStyle>
              <Radio.Group
                aria-label={intl.formatMessage({ id: 'import.known_choice' })}
                options={(['leave_out', 'make'] as const).map((value) => ({
                  value,
                  label: <FormattedMessage id={`import.known_${value}`} />,
                }))}
              />
            </Form.Item>
          }
        />
      )}
      {file && <Preview file={file} known={known} />}
      <div className="form-columns">
        <Form.Item<ImportForm>
          name="name"
          label={<FormattedMessage id="batches.name" />}
          rules={[{ max: MAX_LENGTH.name, message: <FormattedMessage id="form.too_long" values={{ max: MAX_LENGTH.name }} /> }]}
        >
          <Input autoComplete="off" />
        </Form.Item>
        <Form.Item<ImportForm>
          name="duration"
          label={<FormattedMessage id="import.usual_days" />}
          rules={[
            { required: true, message: <FormattedMessage id="form.required" /> },
            {
              type: 'integer',
              min: 1,
              max: MOST.days,
              message: <FormattedMessage id="form.whole_between" values={{ min: 1, max: MOST.days }} />,
            },
          ]}
        >
          <NumberInput precision={0} quantity="days" suffix={<FormattedMessage id="vouchers.unit_days" />} />
        </Form.Item>
        <Form.Item<ImportForm>
          name="preset"
          label={<FormattedMessage id="import.limits" />}
          extra={preset && presetSentence(intl, { ...preset, ends: 'days', days: days ?? USUAL_DAYS })}
        >
          <Select<string>
            options={[
              { value: '', label: intl.formatMessage({ id: 'import.no_limits' }) },
              ...presets.map((one, at) => ({ value: String(at), label: presetName(intl, one) })),
            ]}
            onChange={(value) => {
              const chosen = presets[Number(value || NaN)];
              if (chosen?.ends === 'days') form.setFieldValue('duration', chosen.days);
            }}
          />
        </Form.Item>
      </div>
    </FormDialog>
  );
}

const NOBODY: ReadonlySet<number> = new Set();

const isAboutKnown = (failed: Parameters<typeof failureOf>[0]) => failureOf(failed).code === 'known_guests';

/** Focusable, so that the rows can be scrolled by keyboard. */
const REACHABLE = { tabIndex: 0 };

/** Maximum number of rows in the preview. */
const SHOWN = 100;

/** The file's rows; those that need attention come first. */
function Preview({ file: { rows, wrong, firstLine }, known }: { file: GuestFile; known: ReadonlySet<number> }) {
  const intl = useIntl();
  const wrongByRow = new Map<number, WrongRow[]>();
  for (const one of wrong) wrongByRow.set(one.row, [...(wrongByRow.get(one.row) ?? []), one]);
  const first = [...wrongByRow.keys(), ...known];
  const order = [...new Set([...first, ...rows.keys()])].slice(0, SHOWN);
  const words = ({ field, problem, first = 0 }: WrongRow) =>
    `${intl.formatMessage({ id: `import.${field}` })}: ${intl.formatMessage({ id: `import.problem_${problem}` }, { line: first + firstLine })}`;
  return (
    <>
      <div role="status" style={{ marginBottom: 8 }}>
        {wrongByRow.size === 0 ? (
          <FormattedMessage id="import.ready" values={{ count: rows.length }} />
        ) : (
          <Alert
            type="error"
            showIcon
            title={<FormattedMessage id="import.wrong" values={{ wrong: wrongByRow.size, count: rows.length }} />}
          />
        )}
      </div>
      <section {...REACHABLE} className="import-preview" aria-label={intl.formatMessage({ id: 'import.preview' })}>
        <table>
          <thead>
            <tr>
              <th scope="col">
                <FormattedMessage id="import.line" />
              </th>
              {(['name', 'email', 'room', 'days'] as const satisfies (keyof GuestRow)[]).map((column) => (
                <th key={column} scope="col">
                  <FormattedMessage id={`import.${column}`} />
                </th>
              ))}
              <th scope="col">
                <FormattedMessage id="import.problem" />
              </th>
            </tr>
          </thead>
          <tbody>
            {order.map((at) => {
              const row = rows[at];
              return (
                row && (
                  <tr key={at}>
                    <td>{at + firstLine}</td>
                    <td>
                      <bdi>{row.name}</bdi>
                    </td>
                    <td>{row.email}</td>
                    <td>{row.room}</td>
                    <td>{row.days}</td>
                    <td className="wrong">
                      {wrongByRow.get(at)?.map(words).join('; ')}
                      {known.has(at) && <FormattedMessage id="import.problem_known" />}
                    </td>
                  </tr>
                )
              );
            })}
          </tbody>
        </table>
      </section>
      {rows.length > SHOWN && (
        <p className="soft">
          <FormattedMessage id="import.more" values={{ count: rows.length - SHOWN }} />
        </p>
      )}
    </>
  );
}
