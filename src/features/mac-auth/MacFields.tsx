import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { Button, Form, Input, Segmented, Typography } from 'antd';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { isPrivateMac, MAC_ADDRESS } from '../../contract/plain/macAddress';
import { MAX_INTEGER, MAX_LENGTH } from '../../contract/plain/wire';
import type { Unit } from '../../contract/units';
import { capabilities } from '../../shared/backEnd/capabilities';
import type { FileProblem } from '../../shared/tableFile';
import { LimitInput } from '../../shared/ui/form/LimitInput';
import { ListFileInput } from '../../shared/ui/form/ListFileInput';
import { atMost, filled, required, whole } from '../../shared/ui/form/rules';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import textStyles from '../../shared/ui/page/text.module.css';
import { classes } from '../../shared/ui/plain/classes';
import { UnitPicker } from '../units/UnitPicker';
import { linesOf, linesOfFile, shownMac, type MacForm } from './macForm';

/** Keep invalid input and report it: clamping a negative number to 0 would mean "no limit". */
const wholeUpTo = (max: number) => whole(0, max);

/** The fields of one device, or the lines of several; the unit, and its speed. */
export function MacFields({ hotspotId, units, isSeveral }: { hotspotId: number; units: readonly Unit[]; isSeveral: boolean }) {
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
      typeof lines === 'string'
        ? { name: 'lines', value: lines, errors: [] }
        : { name: 'lines', errors: [intl.formatMessage({ id: messageOf(lines) }, { line: lines.line ?? 0 })] },
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

/** The messages of the import of guests that fit any list. */
const OF_ANY_LIST = ['file.not_read', 'import.not_read', 'import.is_workbook', 'import.quotes', 'import.quotes_open'] as const;

const messageOf = ({ id }: FileProblem) => OF_ANY_LIST.find((one) => one === id) ?? 'mac_auth.not_a_list';

const MAC_PLACEHOLDER = '00-11-22-AA-BB-CC';

/** Allows spaces around the address. */
const MAC_WRITTEN = new RegExp(`^\\s*${MAC_ADDRESS.source.slice(1, -1)}\\s*$`, 'i');
