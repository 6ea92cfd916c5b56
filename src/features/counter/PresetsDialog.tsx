import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { App, Button, Checkbox, Flex, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { MAX_PRESET_NAME, MAX_PRESETS, PRESETS_KEY } from '../../contract/plain/presets';
import { valueTag } from '../../contract/plain/valueTag';
import type { Quantity } from '../../shared/format/amounts';
import type { DialogProps } from '../../shared/dialogs';
import { FormDialog } from '../../shared/ui/dialog/FormDialog';
import { LimitInput } from '../../shared/ui/form/LimitInput';
import { NumberInput } from '../../shared/ui/form/NumberInput';
import { useHotspotPreferences, useSaveHotspotPreferencesMutation } from '../hotspots/api';
import { MOST } from '../vouchers/voucherForm';
import { newPreset, toForm, toPreset, toStored, type PresetsForm } from './presetForm';
import { presetName } from './presetVouchers';
import { atMost, filled, whole } from '../../shared/ui/form/rules';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';
import styles from './PresetsDialog.module.css';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { classes } from '../../shared/ui/plain/classes';

type NotSavedReason = Exclude<Awaited<ReturnType<ReturnType<typeof useSaveHotspotPreferencesMutation>[0]>>['data'], undefined>[string];

/** Edits a hotspot's presets: their order, names and what they grant. */
export function PresetsDialog({ args: { hotspotId }, onClose }: DialogProps<'vouchers/presets'>) {
  const intl = useIntl();
  const { message } = App.useApp();
  const [form] = Form.useForm<PresetsForm>();
  const { data: preferences } = useHotspotPreferences(hotspotId);
  const [save, { isLoading }] = useSaveHotspotPreferencesMutation();
  const [refused, setRefused] = useState<NotSavedReason | undefined>();
  const stored = preferences?.[PRESETS_KEY] ?? '';
  const submit = async (values: PresetsForm, etag: string) => {
    setRefused(undefined);
    const { data, error } = await save({ id: hotspotId, changes: [{ key: PRESETS_KEY, value: toStored(values), etag }] });
    const failed = error ?? data[PRESETS_KEY];
    if (failed) {
      setRefused(failed as NotSavedReason);
      return failed;
    }
    onClose();
    void message.success(intl.formatMessage({ id: 'presets.saved' }));
    return undefined;
  };
  return (
    <FormDialog<PresetsForm>
      isWide
      title="presets.title"
      submit="common.save"
      form={form}
      initialValues={toForm(stored)}
      firstField="presets"
      onSubmit={submit}
      onClose={onClose}
      isRunning={isLoading}
      error={refused}
      failure={{ title: 'presets.not_saved' }}
      {...(preferences
        ? {
            modified: {
              etag: valueTag(stored),
              values: toForm(stored),
              read: (current: unknown) => toForm((current as { value: string }).value),
              wording: {
                labels: { presets: 'presets.title' },
                values: { presets: ({ presets }: PresetsForm) => presets.map((preset) => presetName(intl, toPreset(preset))).join(', ') },
              },
            },
          }
        : { instead: <LoadingRows rows={6} /> })}
    >
      <p className={classes(spacingStyles.flushTop, 'soft')}>
        <FormattedMessage id="presets.how" />
      </p>
      <Form.List name="presets">
        {(fields, { add, remove, move }) => (
          <>
            <ol className={styles.presetList}>
              {fields.map(({ key, name: at }) => (
                <li key={key}>
                  <PresetFields at={at} />
                  <Flex gap={4}>
                    <Button
                      type="text"
                      icon={<ArrowUpOutlined aria-hidden />}
                      disabled={at === 0}
                      aria-label={intl.formatMessage({ id: 'presets.up' }, { position: at + 1 })}
                      onClick={() => move(at, at - 1)}
                    />
                    <Button
                      type="text"
                      icon={<ArrowDownOutlined aria-hidden />}
                      disabled={at === fields.length - 1}
                      aria-label={intl.formatMessage({ id: 'presets.down' }, { position: at + 1 })}
                      onClick={() => move(at, at + 1)}
                    />
                    <Button
                      type="text"
                      icon={<DeleteOutlined aria-hidden />}
                      disabled={fields.length === 1}
                      aria-label={intl.formatMessage({ id: 'presets.remove' }, { position: at + 1 })}
                      onClick={() => remove(at)}
                    />
                  </Flex>
                </li>
              ))}
            </ol>
            <Button icon={<PlusOutlined aria-hidden />} disabled={fields.length >= MAX_PRESETS} onClick={() => add(newPreset()[0])}>
              <FormattedMessage id="presets.add" />
            </Button>
          </>
        )}
      </Form.List>
    </FormDialog>
  );
}

function PresetFields({ at }: { at: number }) {
  const intl = useIntl();
  const preset = Form.useWatch<PresetsForm['presets'][number] | undefined>(['presets', at]);
  return (
    <div className={styles.presetFields}>
      <Form.Item name={[at, 'name']} label={<FormattedMessage id="presets.name" />} rules={[atMost(MAX_PRESET_NAME)]}>
        <Input placeholder={preset && presetName(intl, toPreset({ ...preset, name: '' }))} autoComplete="off" />
      </Form.Item>
      <Form.Item name={[at, 'ends']} label={<FormattedMessage id="vouchers.validity" />}>
        <Select
          options={(['days', 'check_out', 'never'] as const).map((value) => ({
            value,
            label: intl.formatMessage({ id: `presets.ends_${value}` }),
          }))}
        />
      </Form.Item>
      <Form.Item
        name={[at, 'days']}
        hidden={preset?.ends !== 'days'}
        label={<FormattedMessage id="vouchers.duration" />}
        rules={[filled, whole(1, MOST.days)]}
      >
        <NumberInput precision={0} quantity="days" suffix={<FormattedMessage id="vouchers.unit_days" />} />
      </Form.Item>
      <Amount at={at} name="uses" label="vouchers.uses" most={MOST.uses} />
      <details>
        <summary>
          <FormattedMessage id="presets.limits" />
        </summary>
        <div className="form-columns">
          <Amount
            at={at}
            name="bandwidth_down"
            label="vouchers.bandwidth_down"
            unit="vouchers.unit_kbit"
            quantity="kbps"
            most={MOST.kbps}
          />
          <Amount at={at} name="bandwidth_up" label="vouchers.bandwidth_up" unit="vouchers.unit_kbit" quantity="kbps" most={MOST.kbps} />
          <Amount
            at={at}
            name="trafficMb"
            label="vouchers.max_traffic"
            unit="vouchers.unit_mb"
            quantity="megabytes"
            most={MOST.trafficMb}
          />
          <Amount
            at={at}
            name="timeMinutes"
            label="vouchers.max_time"
            unit="vouchers.unit_minutes"
            quantity="minutes"
            most={MOST.timeMinutes}
          />
          <Amount at={at} name="max_devices" label="vouchers.max_devices" most={MOST.devices} zero="presets.devices_by_type" />
        </div>
        <Form.Item name={[at, 'auto_login']} valuePropName="checked">
          <Checkbox>
            <FormattedMessage id="vouchers.auto_login" />
          </Checkbox>
        </Form.Item>
      </details>
    </div>
  );
}

interface AmountProps {
  at: number;
  name: string;
  label: FormatjsIntl.Message['ids'];
  unit?: FormatjsIntl.Message['ids'];
  quantity?: Quantity;
  most: number;
  zero?: FormatjsIntl.Message['ids'];
}

/** A number field that may be empty, which means no limit or what `zero` says. */
function Amount({ at, name, label, unit, quantity, most, zero }: AmountProps) {
  return (
    <Form.Item name={[at, name]} label={<FormattedMessage id={label} />} rules={[whole(0, most)]}>
      <LimitInput
        precision={0}
        {...(quantity && { quantity })}
        {...(zero && { zero })}
        {...(unit && { suffix: <FormattedMessage id={unit} /> })}
      />
    </Form.Item>
  );
}
