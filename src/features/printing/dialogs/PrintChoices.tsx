import { Button, Checkbox, Form, Input, Select } from 'antd';
import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { BUILT_INS, PAPER_NAMES } from '../../../contract/plain/paperNames';
import { capabilities } from '../../../shared/backEnd/capabilities';
import { dialogOpened } from '../../../shared/dialogs';
import { NumberInput } from '../../../shared/ui/form/NumberInput';
import { useMay } from '../../auth/useMay';
import { nameOfFormat, parseDesign } from '../usePaper';
import { DesignPicture } from './PaperPreview';
import type { PrintJob, PrintJobProps } from './usePrintJob';
import styles from './PrintChoices.module.css';
import { classes } from '../../../shared/ui/plain/classes';

/** Option value for the paper stored with the hotspot if it has no name. */
const OWN_PAPER = 'own';

/** Chooses the design, the paper and the first cell to print on; with existing back ends also the network. */
export function PrintChoices({ job, formId, hotspot }: Pick<PrintJobProps, 'hotspot'> & { job: PrintJob; formId: string }) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const [ssidId, designId, sizeId, startId] = [useId(), useId(), useId(), useId()];
  const { keepsPaper } = capabilities();
  const maySetUpPaper = useMay('paper.update');
  const { paper, isBusy, press } = job;
  const { settings, chosen, wanted, templates, format, cells, start, isTooLong, choose, chooseDesign, choosePaper, chooseStart } = paper;
  // Without a network name there is nothing that a QR code could open, so none is printed.
  const hasNetwork = chosen.ssid.trim() !== '';
  return (
    <Form noValidate id={formId} layout="vertical" disabled={isBusy} className={classes(styles.choices)} onFinish={() => void press()}>
      <Form.Item htmlFor={designId} label={<FormattedMessage id="paper.design" />}>
        <Select<string>
          id={designId}
          virtual={false}
          listHeight={420}
          value={String(wanted)}
          options={[
            ...BUILT_INS.map((value) => ({ value, label: intl.formatMessage({ id: `paper.design_${value}` }) })),
            ...templates.map(({ id, name: label }) => ({ value: String(id), label })),
          ]}
          // Drawn once the list opens: who just prints doesn't wait for it.
          optionRender={({ value, label }) => (
            <>
              {settings && <DesignPicture hotspot={hotspot} settings={settings} design={parseDesign(String(value))} />}
              {label}
            </>
          )}
          onChange={(value) => chooseDesign(parseDesign(value))}
        />
      </Form.Item>
      <Form.Item htmlFor={sizeId} label={<FormattedMessage id="paper.size" />}>
        <Select<string>
          virtual={false}
          listHeight={400}
          id={sizeId}
          value={format ? (nameOfFormat(format) ?? OWN_PAPER) : null}
          options={[
            ...(format && !nameOfFormat(format) ? [{ value: OWN_PAPER, label: intl.formatMessage({ id: 'paper.own_size' }) }] : []),
            ...PAPER_NAMES.map((value) => ({ value, label: intl.formatMessage({ id: `paper.${value}` }) })),
          ]}
          onChange={(value) => choosePaper(PAPER_NAMES.find((known) => known === value))}
        />
      </Form.Item>
      {cells > 1 && (
        <Form.Item
          htmlFor={startId}
          label={<FormattedMessage id="paper.start" />}
          extra={<FormattedMessage id="paper.start_hint" values={{ cells }} />}
        >
          <NumberInput id={startId} range={[1, cells]} precision={0} value={start} onChange={(value) => chooseStart(value ?? 1)} />
        </Form.Item>
      )}
      {keepsPaper ? (
        maySetUpPaper && (
          <Button onClick={() => dispatch(dialogOpened({ name: 'vouchers/paper', args: { hotspotId: hotspot.id } }))}>
            <FormattedMessage id="paper.set_up" />
          </Button>
        )
      ) : (
        <>
          <Form.Item
            htmlFor={ssidId}
            label={<FormattedMessage id="paper.ssid" />}
            extra={<FormattedMessage id="paper.ssid_hint" />}
            {...(isTooLong && { validateStatus: 'error', help: <FormattedMessage id="paper.ssid_too_long" /> })}
          >
            <Input id={ssidId} value={chosen.ssid} autoComplete="off" onChange={({ target }) => choose({ ssid: target.value })} />
          </Form.Item>
          <Form.Item {...(!hasNetwork && { extra: <FormattedMessage id="paper.qr_needs_network" /> })}>
            <Checkbox
              checked={hasNetwork && chosen.hasQr}
              disabled={isBusy || !hasNetwork}
              onChange={({ target }) => choose({ hasQr: target.checked })}
            >
              <FormattedMessage id="paper.qr" />
            </Checkbox>
          </Form.Item>
        </>
      )}
    </Form>
  );
}
