/** The fields of the dialog that imports guests: how the file is read, and what its vouchers grant. */
import { Button, Form, Input, Radio, Select } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Preset } from '../../contract/plain/presets';
import { MAX_LENGTH } from '../../contract/plain/wire';
import type { DayOrder } from '../../shared/format/dayInWords';
import { NumberInput } from '../../shared/ui/form/NumberInput';
import { atMost, filled } from '../../shared/ui/form/rules';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { classes } from '../../shared/ui/plain/classes';
import { presetName, presetSentence } from '../counter/presetVouchers';
import { MOST } from '../vouchers/voucherForm';
import { ColumnChoice, type Reading } from './ColumnChoice';
import { withHeadings, type GuestFile } from './guestFile';
import { OnlyNames, type ImportForm } from './ImportPreview';

/** Days for guests whose row doesn't specify any. */
export const USUAL_DAYS = 7;

interface ReadingFieldsProps {
  reading: Reading;
  all: GuestFile;
  orders: readonly DayOrder[];
  order: DayOrder;
  onChange: (reading: Reading) => void;
}

/** Which column holds what, whether the first line is one of headings, and the order of day and month. */
export function ReadingFields({ reading, all, orders, order, onChange }: ReadingFieldsProps) {
  return (
    <>
      <ColumnChoice
        // Start anew for a file with other columns.
        key={reading.table.headings.join()}
        reading={reading}
        empty={all.empty}
        onChange={(columns) => onChange({ ...reading, columns })}
      />
      {!reading.table.hasHeadings && reading.table.rows.length > 1 && (
        <Button
          type="link"
          className={classes(spacingStyles.noPaddingInline, spacingStyles.below16)}
          onClick={() => onChange({ ...reading, table: withHeadings(reading.table) })}
        >
          <FormattedMessage id="import.first_line_headings" values={{ line: reading.table.rows[0]?.line ?? 1 }} />
        </Button>
      )}
      {orders.length > 1 && (
        <Form.Item label={<FormattedMessage id="import.day_order" />}>
          <Radio.Group
            value={order}
            options={orders.map((value) => ({ value, label: <FormattedMessage id={`import.day_order_${value}`} /> }))}
            onChange={({ target }) => onChange({ ...reading, order: target.value as DayOrder })}
          />
        </Form.Item>
      )}
      {all.onlyNames.length > 0 && <OnlyNames file={all} />}
    </>
  );
}

/** The batch's name, the days for guests without any, and the preset whose limits apply. */
export function BatchFields({ presets, preset }: { presets: readonly Preset[]; preset: Preset | undefined }) {
  const intl = useIntl();
  const form = Form.useFormInstance<ImportForm>();
  const days = Form.useWatch('duration', form);
  return (
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
  );
}
