import { App, Button, Checkbox, Form, Input, Radio, Select } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import {
  byteLength,
  CODE_IN_ADDRESS,
  isRoll,
  MAX_SSID_BYTES,
  PAPER_DEFAULTS,
  PAPER_FORMATS,
  PAPER_LANGUAGES,
  RECEIPT,
  WPA_PASSWORD,
  type PaperLanguage,
  type PaperSettings,
} from '../../../contract/plain/paperModel';
import { BUILT_INS } from '../../../contract/plain/paperNames';
import { isWebAddress, MAX_LENGTH } from '../../../contract/plain/wire';
import { dialogOpened, type DialogProps } from '../../../shared/dialogs';
import { paperChosen } from '../../../shared/preferences';
import { secretBehind } from '../../../shared/secrets';
import { FormDialog, modifying } from '../../../shared/ui/dialog/FormDialog';
import { untilRead } from '../../../shared/ui/feedback/untilRead';
import type { Wording } from '../../../shared/ui/form/StaleAlert';
import { useGetHotspotQuery, type HotspotFacts } from '../../hotspots/api';
import { useGetPaperQuery, useListPaperTemplatesQuery, useUpdatePaperMutation } from '../api';
import { isPaperName, toPaperForm, toSettings, type PaperForm } from './paperForm';
import { DesignPicture, PaperPreview } from './PaperPreview';
import { isBuiltIn, parseDesign, useDesign } from '../usePaper';
import { atMost } from '../../../shared/ui/form/rules';
import { classes } from '../../../shared/ui/plain/classes';
import besideStyles from '../../../shared/ui/dialog/beside.module.css';
import styles from './PaperSettingsDialog.module.css';
import spacingStyles from '../../../shared/ui/page/spacing.module.css';
import { PaperFields, MEASURES, rejectIf } from './PaperFields';
import { usePreference } from '../../../shared/usePreference';

/** Each language's own name: vouchers support more languages than the console. */
const LANGUAGE_NAMES: Record<PaperLanguage, string> = { en: 'English', it: 'Italiano', de: 'Deutsch', fr: 'Français', es: 'Español' };

/** Network, footer, languages, design and paper of a hotspot's vouchers, with a preview. See PaperDialog.tsx. */
export function PaperSettingsDialog({ args: { hotspotId }, onClose }: DialogProps<'vouchers/paper'>) {
  const intl = useIntl();
  const { message } = App.useApp();
  const [form] = Form.useForm<PaperForm>();
  const { data: hotspot } = useGetHotspotQuery(hotspotId);
  const { data: paper, isError, isFetching, refetch } = useGetPaperQuery(hotspotId, { refetchOnMountOrArgChange: true });
  const { data: templates = NO_TEMPLATES } = useListPaperTemplatesQuery(hotspotId);
  const [update, { isLoading, error }] = useUpdatePaperMutation();
  const dispatch = useDispatch();
  const paper_of_hotspots = usePreference('paper_of_hotspots');
  const designs: { value: string; label: string }[] = [
    ...BUILT_INS.map((value) => ({ value, label: intl.formatMessage({ id: `paper.design_${value}` }) })),
    ...templates.map(({ id, name }) => ({ value: String(id), label: name })),
  ];

  const submit = async (_values: PaperForm, etag: string) => {
    // `true` includes fields that are currently hidden.
    const outcome = await update({ id: hotspotId, settings: toSettings(form.getFieldsValue(true) as PaperForm), etag });
    if (outcome.error) return outcome.error;
    // Forget the paper and design of the last print: users expect the settings they just saved to be used.
    const last = paper_of_hotspots[hotspotId];
    if (last) dispatch(paperChosen({ hotspotId, paper: { hasQr: last.hasQr, ssid: last.ssid } }));
    void message.success(intl.formatMessage({ id: 'paper.settings_saved' }));
    onClose();
    return undefined;
  };
  const isReady = paper !== undefined && hotspot !== undefined && !isFetching;
  return (
    <FormDialog<PaperForm>
      title="paper.set_up_title"
      submit="common.save"
      isWide
      form={form}
      initialValues={toPaperForm(PAPER_DEFAULTS)}
      firstField="ssid"
      onSubmit={submit}
      onClose={onClose}
      isRunning={isLoading}
      error={error}
      failure={{ title: 'paper.settings_not_saved' }}
      modified={isReady ? modifying(paper, toPaperForm, wordingOf(designs)) : undefined}
      instead={untilRead({ data: isReady ? paper : undefined, isError, isFetching, refetch }, 'paper.settings_load_failed')}
    >
      {hotspot && (
        <div className={classes(besideStyles.beside, besideStyles.besideEven)}>
          <div>
            {paper && <DesignField hotspot={hotspot} stored={paper} designs={designs} />}
            <NetworkFields />
            <WordFields />
            <PaperFields />
          </div>
          <aside aria-label={intl.formatMessage({ id: 'paper.preview' })}>
            <Preview hotspot={hotspot} />
          </aside>
        </div>
      )}
    </FormDialog>
  );
}

function NetworkFields() {
  const security = Form.useWatch<PaperForm['security']>('security');
  return (
    <>
      <Form.Item<PaperForm>
        name="ssid"
        label={<FormattedMessage id="paper.ssid" />}
        extra={<FormattedMessage id="paper.ssid_stored_hint" />}
        rules={[
          {
            validator: async (_rule, name: string) => rejectIf(byteLength(name.trim()) > MAX_SSID_BYTES),
            message: <FormattedMessage id="paper.ssid_too_long" />,
          },
        ]}
      >
        <Input autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item<PaperForm> name="security" label={<FormattedMessage id="paper.security" />}>
        <Radio.Group
          options={(['open', 'wpa'] as const).map((value) => ({ value, label: <FormattedMessage id={`paper.security_${value}`} /> }))}
        />
      </Form.Item>
      {security === 'wpa' && (
        <Form.Item<PaperForm>
          name="wifi_password"
          getValueProps={(value: string) => ({ value: secretBehind(value) ?? '' })}
          label={<FormattedMessage id="paper.password" />}
          extra={<FormattedMessage id="paper.password_hint" />}
          rules={[{ required: true, ...WPA_PASSWORD, message: <FormattedMessage id="paper.password_wrong" values={WPA_PASSWORD} /> }]}
        >
          <Input autoComplete="off" spellCheck={false} />
        </Form.Item>
      )}
      <Form.Item<PaperForm>
        name="portal_url"
        label={<FormattedMessage id="paper.portal_url" />}
        extra={<FormattedMessage id="paper.portal_url_hint" values={{ code: CODE_IN_ADDRESS }} />}
        rules={[
          {
            validator: async (_rule, address: string) =>
              rejectIf(address.trim() !== '' && (!isWebAddress(address.trim()) || !address.includes(CODE_IN_ADDRESS))),
            message: <FormattedMessage id="paper.portal_url_wrong" values={{ code: CODE_IN_ADDRESS }} />,
          },
        ]}
      >
        <Input autoComplete="off" spellCheck={false} inputMode="url" />
      </Form.Item>
      <Form.Item<PaperForm> name="has_qr" valuePropName="checked" extra={<FormattedMessage id="paper.qr_hint" />}>
        <Checkbox>
          <FormattedMessage id="paper.qr" />
        </Checkbox>
      </Form.Item>
    </>
  );
}

function WordFields() {
  const intl = useIntl();
  const language = Form.useWatch<PaperForm['language']>('language');
  return (
    <>
      <Form.Item<PaperForm> name="language" label={<FormattedMessage id="paper.language" />}>
        <Select
          options={[
            { value: '', label: intl.formatMessage({ id: 'paper.language_of_console' }) },
            ...PAPER_LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
          ]}
        />
      </Form.Item>
      <Form.Item<PaperForm> name="has_english" valuePropName="checked" hidden={language === 'en'}>
        <Checkbox>
          <FormattedMessage id="paper.has_english" />
        </Checkbox>
      </Form.Item>
      <Form.Item<PaperForm> name="footer" label={<FormattedMessage id="paper.footer" />} rules={[atMost(MAX_LENGTH.text)]}>
        <Input />
      </Form.Item>
    </>
  );
}

interface DesignFieldProps {
  hotspot: HotspotFacts;
  /** The stored settings, used for the pictures so that typing doesn't redraw them. */
  stored: PaperSettings;
  designs: readonly { value: string; label: string }[];
}

/** Chooses a design by its picture. */
function DesignField({ hotspot, stored, designs }: DesignFieldProps) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const form = Form.useFormInstance<PaperForm>();
  const paper = Form.useWatch<PaperForm['paper'] | undefined>('paper');
  const isOnRoll = paper === 'roll' || (paper !== undefined && isPaperName(paper) && isRoll(PAPER_FORMATS[paper]));
  return (
    <>
      <Form.Item<PaperForm> name="design" label={<FormattedMessage id="paper.design" />} className={classes(spacingStyles.below8)}>
        <Radio.Group
          className={classes(styles.designChoice)}
          aria-label={intl.formatMessage({ id: 'paper.design' })}
          onChange={({ target }) => {
            // The receipt design has its own paper.
            if (target.value === 'ticket' && !isOnRoll) form.setFieldValue('paper', RECEIPT);
          }}
        >
          {designs.map(({ value, label }) => (
            <Radio.Button key={value} value={value}>
              <DesignPicture hotspot={hotspot} settings={stored} design={parseDesign(value)} />
              <span className={styles.designName}>{label}</span>
            </Radio.Button>
          ))}
        </Radio.Group>
      </Form.Item>
      <p>
        <Button onClick={() => dispatch(dialogOpened({ name: 'vouchers/templates', args: { hotspotId: hotspot.id } }))}>
          <FormattedMessage id="paper.manage_templates" />
        </Button>
      </p>
    </>
  );
}

/** Preview that follows the form as long as its values are valid. */
function Preview({ hotspot }: { hotspot: HotspotFacts }) {
  const values = Form.useWatch<PaperForm | undefined>([], { preserve: true });
  const settings = toSettings({ ...toPaperForm(PAPER_DEFAULTS), ...values });
  const choice = { design: isBuiltIn(settings.design) ? settings.design : settings.template_id };
  const { design, needed } = useDesign(settings, choice);
  return <PaperPreview hotspot={hotspot} settings={settings} design={design} needed={needed} />;
}

const NO_TEMPLATES: never[] = [];

/** How to display each field in a conflict with somebody else's change. */
const wordingOf = (designs: readonly { value: string; label: string }[]): Wording<PaperForm> => ({
  labels: {
    ssid: 'paper.ssid',
    security: 'paper.security',
    wifi_password: 'paper.password',
    portal_url: 'paper.portal_url',
    footer: 'paper.footer',
    language: 'paper.language',
    has_english: 'paper.has_english',
    has_qr: 'paper.qr',
    design: 'paper.design',
    paper: 'paper.size',
    ...Object.fromEntries(Object.entries(MEASURES).map(([field, { label }]) => [field, label])),
    cut: 'paper.cut',
  },
  values: {
    security: ({ security }) => <FormattedMessage id={`paper.security_${security}`} />,
    language: ({ language }) => (language === '' ? <FormattedMessage id="paper.language_of_console" /> : LANGUAGE_NAMES[language]),
    has_english: ({ has_english }) => <FormattedMessage id={has_english ? 'common.yes' : 'common.no'} />,
    has_qr: ({ has_qr }) => <FormattedMessage id={has_qr ? 'common.yes' : 'common.no'} />,
    design: ({ design }) => designs.find(({ value }) => value === design)?.label ?? '…',
    paper: ({ paper }) => <FormattedMessage id={`paper.${paper}`} />,
    cut: ({ cut }) => <FormattedMessage id={`paper.cut_${cut}`} />,
  },
});
