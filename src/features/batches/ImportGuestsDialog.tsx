import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { Alert, Button, Form } from 'antd';
import { useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDispatch } from 'react-redux';
import { MAX_GUEST_ROWS } from '../../contract/plain/guestRows';
import { presetsIn, PRESETS_KEY, type Preset } from '../../contract/plain/presets';
import { HOTSPOT_ZONE } from '../../contract/plain/wire';
import type { DialogProps } from '../../shared/dialogs';
import { failureOf } from '../../shared/failure';
import { useIdempotentMutation } from '../../shared/idempotencyKey';
import { importColumnsChosen } from '../../shared/preferences';
import { FormDialog } from '../../shared/ui/dialog/FormDialog';
import { ListFileInput } from '../../shared/ui/form/ListFileInput';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { classes } from '../../shared/ui/plain/classes';
import { useHotspotPreferences } from '../hotspots/api';
import { useCreateBatchMutation } from '../vouchers/api';
import { keysOf } from './ColumnChoice';
import { BatchFields, ReadingFields, USUAL_DAYS } from './ImportFields';
import { LeaveOrMake, Preview, type ImportForm } from './ImportPreview';
import { useGuestFile } from './useGuestFile';
import { useImportedToast } from './useImportedToast';

type GrantedByPreset = Omit<Preset, 'name' | 'ends' | 'days'>;
const NO_LIMITS = { auto_login: true, bandwidth_down: 0, bandwidth_up: 0, max_traffic: 0, max_time: 0, uses: -1 };

/**
 * Creates a personal voucher for each guest in a CSV file. It shows the guests first; a single invalid row blocks creation. The roles of
 * the columns are remembered for the hotspot.
 */
export function ImportGuestsDialog({ args: { hotspotId }, onClose }: DialogProps<'vouchers/import'>) {
  const [form] = Form.useForm<ImportForm>();
  const chooser = useRef<HTMLInputElement>(null);
  const dispatch = useDispatch();
  const showCreated = useImportedToast(hotspotId);
  const [create, { isLoading, error }] = useIdempotentMutation(useCreateBatchMutation());
  const stored = useHotspotPreferences(hotspotId).data?.[PRESETS_KEY];
  const presets = presetsIn(stored);
  const preset = presets[Number(Form.useWatch('preset', form) || NaN)];
  /** Rows whose guest already has a usable voucher. */
  const [known, setKnown] = useState<ReadonlySet<number>>(NOBODY);
  const isSkipped = Form.useWatch('known', form) !== 'make';
  const { reading, problem, orders, order, all, file, onlyNames, read, change } = useGuestFile(form, hotspotId, () => setKnown(NOBODY));
  const isUnsure = error !== undefined && failureOf(error).kind === 'away';

  const wanted = file?.rows.filter((_row, at) => !isSkipped || !known.has(at)) ?? [];
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
    showCreated(outcome.data.id, wanted.length);
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
      {reading && all && <ReadingFields reading={reading} all={all} orders={orders} order={order} onChange={change} />}
      {file && <Preview file={file} known={known} />}
      <BatchFields presets={presets} preset={preset} />
    </FormDialog>
  );
}

const NOBODY: ReadonlySet<number> = new Set();
const isAboutKnown = (failed: Parameters<typeof failureOf>[0]) => failureOf(failed).code === 'known_guests';
