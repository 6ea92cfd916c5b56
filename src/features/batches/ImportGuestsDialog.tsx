import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { Alert, App, Button, Form, Input, Radio, Select } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { MAX_GUEST_ROWS } from '../../contract/plain/guestRows';
import { presetsIn, PRESETS_KEY, type Preset } from '../../contract/plain/presets';
import { HOTSPOT_ZONE, MAX_LENGTH } from '../../contract/plain/wire';
import { dayIn } from '../../contract/plain/zones';
import { may } from '../../contract/plain/roles';
import { dialogOpened, type DialogProps } from '../../shared/dialogs';
import { failureOf } from '../../shared/failure';
import { justRead } from '../../shared/list/answer';
import { useIdempotentMutation } from '../../shared/idempotencyKey';
import { importColumnsChosen, selectPreferences } from '../../shared/preferences';
import { ListFileInput } from '../../shared/ui/form/ListFileInput';
import { FormDialog } from '../../shared/ui/dialog/FormDialog';
import { NumberInput } from '../../shared/ui/form/NumberInput';
import { useNow } from '../../shared/ui/facts/useNow';
import { useHotspotPreferences, useHotspotZone } from '../hotspots/api';
import { selectUser } from '../auth/slice';
import { useCancelUnusedMutation, useCreateBatchMutation, useLazyListAllVouchersQuery } from '../vouchers/api';
import { presetName, presetSentence } from '../counter/presetVouchers';
import { MOST } from '../vouchers/voucherForm';
import { ordersOf, type DayOrder } from '../../shared/format/dayInWords';
import { columnsOf, guestsIn, readGuestTable, withHeadings, withoutRows } from './guestFile';
import { textOfFile, type FileProblem } from '../../shared/tableFile';
import { atMost, filled } from '../../shared/ui/form/rules';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { classes } from '../../shared/ui/plain/classes';
import { type Reading, keysOf, ColumnChoice } from './ColumnChoice';
import { LeaveOrMake, OnlyNames, Preview, type ImportForm } from './ImportPreview';

type GrantedByPreset = Omit<Preset, 'name' | 'ends' | 'days'>;
const NO_LIMITS = { auto_login: true, bandwidth_down: 0, bandwidth_up: 0, max_traffic: 0, max_time: 0, uses: -1 };

/** Days for guests whose row doesn't specify any. */
const USUAL_DAYS = 7;

/** How long undo is offered, in seconds. */
const UNDO_SECONDS = 12;

/**
 * Creates a personal voucher for each guest in a CSV file. It shows the guests first; a single invalid row blocks creation. The roles of
 * the columns are remembered for the hotspot.
 */
export function ImportGuestsDialog({ args: { hotspotId }, onClose }: DialogProps<'vouchers/import'>) {
  const intl = useIntl();
  const { message } = App.useApp();
  const [form] = Form.useForm<ImportForm>();
  const chooser = useRef<HTMLInputElement>(null);
  const dispatch = useDispatch();
  const { import_columns: chosen } = useSelector(selectPreferences);
  const [reading, setReading] = useState<Reading | null>(null);
  const [problem, setProblem] = useState<FileProblem | null>(null);
  const role = useSelector(selectUser)?.account_type;
  const [undo] = useCancelUnusedMutation();
  const [listAll] = useLazyListAllVouchersQuery();
  const [create, { isLoading, error }] = useIdempotentMutation(useCreateBatchMutation());
  const stored = useHotspotPreferences(hotspotId).data?.[PRESETS_KEY];
  const presets = presetsIn(stored);
  const preset = presets[Number(Form.useWatch('preset', form) || NaN)];
  /** Rows whose guest already has a usable voucher. */
  const [known, setKnown] = useState<ReadonlySet<number>>(NOBODY);
  const days = Form.useWatch('duration', form);
  const isSkipped = Form.useWatch('known', form) !== 'make';
  const isUnsure = error !== undefined && failureOf(error).kind === 'away';

  const today = dayIn(new Date(useNow()), useHotspotZone(hotspotId));
  const orders = useMemo(() => (reading ? ordersIn(reading) : []), [reading]);
  const order = orders.find((one) => one === reading?.order) ?? orders.find((one) => one === HOME_ORDER) ?? orders[0] ?? 'dmy';
  const all = useMemo(
    () => (reading ? guestsIn(reading.table, reading.columns, order, intl.locale, today) : null),
    [reading, order, intl.locale, today],
  );
  const onlyNames = Form.useWatch('only_names', form);
  const file = useMemo(
    () => (all && onlyNames === 'leave_out' ? withoutRows(all, new Set(all.onlyNames), today) : all),
    [all, onlyNames, today],
  );
  const change = (next: Reading | null) => {
    setReading(next);
    setKnown(NOBODY);
    form.setFieldValue('only_names', undefined);
  };
  const read = async (chosenFile: File) => {
    const text = await textOfFile(chosenFile);
    const found = typeof text === 'string' ? await readGuestTable(text, chosen[hotspotId] ?? {}) : text;
    setProblem('id' in found ? found : null);
    change('id' in found ? null : { table: found, columns: columnsOf(found, chosen[hotspotId] ?? {}), order: undefined });
    if ((form.getFieldValue('name') as string) === '')
      form.setFieldValue('name', chosenFile.name.replace(/\.\w+$/, '').slice(0, MAX_LENGTH.name));
  };
  const wanted = file?.rows.filter((_row, at) => !isSkipped || !known.has(at)) ?? [];
  const takeBack = async (batchId: number) => {
    message.destroy(TOAST);
    const { data } = await undo(batchId);
    void (data === undefined
      ? message.error(intl.formatMessage({ id: 'import.undo_failed' }))
      : message.success(intl.formatMessage({ id: 'batches.cancelled' }, { count: data.cancelled })));
  };
  const print = async (batch: number) => {
    message.destroy(TOAST);
    const vouchers = justRead(await listAll({ hotspotId, filters: { batch } }));
    if (vouchers) dispatch(dialogOpened({ name: 'vouchers/print', args: { hotspotId, vouchers } }));
    else void message.error(intl.formatMessage({ id: 'vouchers.print_failed' }));
  };
  const submit = async ({ name, duration }: ImportForm) => {
    const { auto_login, bandwidth_down, bandwidth_up, max_traffic, max_time, max_devices, uses }: GrantedByPreset = preset ?? NO_LIMITS;
    const outcome = await create({
      hotspot_id: hotspotId,
      name: name.trim(),
      rows: wanted,
      duration: duration ?? USUAL_DAYS,
      tz: HOTSPOT_ZONE,
      auto_login,
      bandwidth_down,
      bandwidth_up,
      max_traffic,
      max_time,
      remain_use: uses,
      ...(max_devices !== undefined && { max_devices }),
      unless_known: known.size === 0,
    });
    if (outcome.error && isAboutKnown(outcome.error)) {
      setKnown(new Set(failureOf(outcome.error).fields.map((field) => Number(field.split('.')[1]))));
      return 'unfinished';
    }
    if (outcome.error) return outcome.error;
    if (reading) dispatch(importColumnsChosen({ hotspotId, columns: keysOf(reading) }));
    onClose();
    const { id } = outcome.data;
    void message.success({
      key: TOAST,
      duration: UNDO_SECONDS,
      content: (
        <>
          <span>
            <FormattedMessage id="vouchers.made" values={{ count: wanted.length }} />
          </span>
          <Button type="link" size="small" onClick={() => void print(id)}>
            <FormattedMessage id="vouchers.print" />
          </Button>
          {role !== undefined && may(role, 'vouchers.delete') && (
            <Button type="link" size="small" onClick={() => void takeBack(id)}>
              <FormattedMessage id="common.undo" />
            </Button>
          )}
        </>
      ),
    });
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
      isSubmitDisabled={!file || file.wrong.length > 0 || count === 0 || (file.onlyNames.length > 0 && onlyNames === undefined)}
    >
      <p className={spacingStyles.flushTop}>
        <FormattedMessage id="import.how" values={{ max: MAX_GUEST_ROWS }} />
      </p>
      <ListFileInput ref={chooser} onChoose={(chosen) => void read(chosen)} />
      <Button icon={<UploadOutlined aria-hidden />} onClick={() => chooser.current?.click()} className={classes(spacingStyles.below16)}>
        <FormattedMessage id="import.choose" />
      </Button>
      {problem && (
        <Alert
          type="error"
          showIcon
          role="alert"
          className={classes(spacingStyles.below16)}
          title={<FormattedMessage id={problem.id} values={{ max: MAX_GUEST_ROWS, line: problem.line ?? 0 }} />}
        />
      )}
      {known.size > 0 && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          className={classes(spacingStyles.below16)}
          title={<FormattedMessage id="import.known" values={{ count: known.size }} />}
          description={<LeaveOrMake name="known" />}
        />
      )}
      {reading && all && (
        <>
          <ColumnChoice
            // Start anew for a file with other columns.
            key={reading.table.headings.join()}
            reading={reading}
            empty={all.empty}
            onChange={(columns) => change({ ...reading, columns })}
          />
          {!reading.table.hasHeadings && reading.table.rows.length > 1 && (
            <Button
              type="link"
              className={classes(spacingStyles.noPaddingInline, spacingStyles.below16)}
              onClick={() => change({ ...reading, table: withHeadings(reading.table) })}
            >
              <FormattedMessage id="import.first_line_headings" values={{ line: reading.table.rows[0]?.line ?? 1 }} />
            </Button>
          )}
          {orders.length > 1 && (
            <Form.Item label={<FormattedMessage id="import.day_order" />}>
              <Radio.Group
                value={order}
                options={orders.map((value) => ({ value, label: <FormattedMessage id={`import.day_order_${value}`} /> }))}
                onChange={({ target }) => change({ ...reading, order: target.value as DayOrder })}
              />
            </Form.Item>
          )}
          {all.onlyNames.length > 0 && <OnlyNames file={all} />}
        </>
      )}
      {file && <Preview file={file} known={known} />}
      <div className="form-columns">
        <Form.Item<ImportForm> name="name" label={<FormattedMessage id="batches.name" />} rules={[atMost(MAX_LENGTH.name)]}>
          <Input autoComplete="off" />
        </Form.Item>
        <Form.Item<ImportForm>
          name="duration"
          label={<FormattedMessage id="import.usual_days" />}
          rules={[
            filled,
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
const TOAST = 'vouchers from a file';

/** The usual order of day and month for this browser's user. */
const HOME_ORDER: DayOrder = navigator.language === 'en-US' ? 'mdy' : 'dmy';

/** The orders of day and month in which all dates in the file can be read. */
const ordersIn = ({ table, columns }: Reading): DayOrder[] =>
  ordersOf(table.rows.flatMap(({ cells }) => cells.filter((_cell, column) => columns[column] === 'from' || columns[column] === 'until')));
