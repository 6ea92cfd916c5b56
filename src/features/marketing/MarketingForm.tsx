import StarFilled from '@ant-design/icons/StarFilled';
import { App, Flex, Radio } from 'antd';
import { useCallback, useId, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MailLook } from '../../contract/plain/mail';
import { SECOND_AFTER } from '../../contract/plain/hotspotPreferences';
import { capabilities } from '../../shared/backEnd/capabilities';
import { LeaveGuard } from '../../shared/ui/form/LeaveGuard';
import { NotSavedAlert } from '../../shared/ui/form/NotSavedAlert';
import { OvertakenAlert } from '../../shared/ui/form/OvertakenAlert';
import { RestoredDraft } from '../../shared/ui/form/RestoredDraft';
import { SaveBar } from '../../shared/ui/form/SaveBar';
import { LabelsAbove, SettingsForm } from '../../shared/ui/form/SettingsForm';
import { Section } from '../../shared/ui/page/Section';
import { useSettings } from '../../shared/ui/form/useSettings';
import { MailDesigner } from './MailDesigner';
import { ChoiceField, NumberField, QuietHoursField, SwitchField, TextField, type FieldState } from './MarketingFields';
import { changedKeys, isOffered, problemOf, shownSettings, wrongKeys, type MarketingKey, type Settings, type Typed } from './marketingForm';
import { useSaveMarketingSettingsMutation, type MailKind } from './api';
import { classes } from '../../shared/ui/plain/classes';
import textStyles from '../../shared/ui/page/text.module.css';
import styles from './MarketingForm.module.css';

interface MarketingFormProps {
  hotspotId: number;
  stored: Readonly<Partial<Record<string, string>>>;
  look: MailLook;
}

/** A hotspot's feedback e-mails. Fields hidden by a switch keep their values. */
export function MarketingForm(props: MarketingFormProps) {
  return (
    <LabelsAbove>
      <MarketingSettings {...props} />
    </LabelsAbove>
  );
}

function MarketingSettings({ hotspotId, stored, look }: MarketingFormProps) {
  const intl = useIntl();
  const { message } = App.useApp();
  const formId = useId();
  const [save, { isLoading }] = useSaveMarketingSettingsMutation();
  const { asksForFeedback } = capabilities();
  const shown = shownSettings(stored);
  const form = useSettings<string>({
    draftKey: `marketing/settings ${hotspotId}`,
    formId,
    storedOf: useCallback((key: string) => stored[key] ?? '', [stored]),
    changedOf: (typed) => changedKeys(shown, typed),
    wrongOf: (typed) => wrongKeys(shown, typed),
    send: async (keys, typed, seen) =>
      (
        await save({
          id: hotspotId,
          changes: keys.map((key) => ({ key, value: typed[key] ?? shown[key as MarketingKey], seen: seen[key] })),
        })
      ).data,
    onSaved: () => void message.success(intl.formatMessage({ id: 'marketing.saved' })),
  });
  const settings: Settings = { ...shown, ...(form.typed as Typed) };
  const { changed, failures } = form;

  const field = (key: MarketingKey): FieldState => ({
    name: key,
    id: form.idOf(key),
    value: settings[key],
    problem: form.isVisited(key) ? problemOf(key, settings) : null,
    failure: form.failureOf(key),
    onChange: form.change,
    onLeave: form.leave,
  });
  const offered = (key: MarketingKey, content: ReactNode) => isOffered(key, settings) && content;
  const designer = (kind: MailKind, subject: MarketingKey, body: MarketingKey) => (
    <MailDesigner
      hotspotId={hotspotId}
      kind={kind}
      look={look}
      to={problemOf('marketing_2_feedback_email', settings) ? '' : settings.marketing_2_feedback_email}
      subject={field(subject)}
      body={field(body)}
    />
  );
  return (
    <SettingsForm id={formId} onSubmit={form.submit}>
      <LeaveGuard isDirty={form.isDirty} onLeave={form.drop} />
      {form.isRestored && <RestoredDraft onDiscard={form.discard} />}
      <Flex vertical gap={16}>
        <Section title="marketing.asking">
          <SwitchField {...field('marketing_0_reason_country')} label="marketing.reason_country" />
          <SwitchField {...field('marketing_1_enabled')} label="marketing.enabled" hint="marketing.enabled_hint" />
          {offered(
            'marketing_2_feedback_email',
            <div className={styles.oneColumn}>
              <TextField
                {...field('marketing_2_feedback_email')}
                label="marketing.feedback_email"
                hint="marketing.feedback_email_hint"
                as={MAIL_ADDRESS}
                isRequired
              />
            </div>,
          )}
          {offered(
            'marketing_5_sms_enabled',
            <SwitchField {...field('marketing_5_sms_enabled')} label="marketing.sms" hint="marketing.sms_hint" />,
          )}
          {asksForFeedback && offered('marketing_17_quiet_hours', <QuietHoursField {...field('marketing_17_quiet_hours')} />)}
        </Section>
        {offered(
          'marketing_3_first_email_enabled',
          <Section title="marketing.first_mail">
            <SwitchField {...field('marketing_3_first_email_enabled')} label="marketing.first_enabled" />
            {offered(
              'marketing_6_first_after',
              <>
                <div className={styles.oneColumn}>
                  <NumberField
                    {...field('marketing_6_first_after')}
                    label="marketing.first_after"
                    hint="marketing.first_after_hint"
                    unit="preferences.minutes"
                    quantity="minutes"
                  />
                </div>
                {designer('feedback', 'marketing_15_feedback_subject_text', 'marketing_13_feedback_body_text')}
              </>,
            )}
          </Section>,
        )}
        {offered(
          'marketing_9_threshold',
          <Section title="marketing.reviews">
            <ChoiceField {...field('marketing_9_threshold')} label="marketing.threshold" hint="marketing.threshold_hint">
              {[1, 2, 3, 4, 5].map((stars) => (
                <Radio.Button key={stars} value={String(stars)} aria-label={intl.formatMessage({ id: 'marketing.stars' }, { stars })}>
                  <StarFilled
                    aria-hidden
                    className={classes(stars <= Number(settings.marketing_9_threshold) ? textStyles.warning : textStyles.soft)}
                  />{' '}
                  {stars}
                </Radio.Button>
              ))}
            </ChoiceField>
            <div className="form-columns">
              {REVIEW_SITES.map(([key, label]) => (
                <TextField key={key} {...field(key)} label={label} as={ADDRESS} />
              ))}
            </div>
          </Section>,
        )}
        {offered(
          'marketing_4_second_email_enabled',
          <Section title="marketing.second_mail">
            <SwitchField {...field('marketing_4_second_email_enabled')} label="marketing.second_enabled" />
            {offered(
              'marketing_7_second_after',
              <>
                <ChoiceField {...field('marketing_7_second_after')} label="marketing.second_after">
                  {SECOND_AFTER.map((when) => (
                    <Radio key={when} value={when}>
                      <FormattedMessage id={when === 'days' ? 'marketing.after_days' : 'marketing.after_expiration'} />
                    </Radio>
                  ))}
                </ChoiceField>
                {offered(
                  'marketing_8_second_after_days',
                  <div className={styles.oneColumn}>
                    <NumberField
                      {...field('marketing_8_second_after_days')}
                      label="marketing.days"
                      unit="preferences.days"
                      quantity="days"
                      isRequired
                    />
                  </div>,
                )}
                {designer('review', 'marketing_16_review_subject_text', 'marketing_14_review_body_text')}
              </>,
            )}
          </Section>,
        )}
        <OvertakenAlert
          {...form}
          about={(key) => ({ label: intl.formatMessage({ id: LABELS[key as MarketingKey] }), theirs: shown[key as MarketingKey] })}
        />
        <NotSavedAlert count={failures.length} />
      </Flex>
      <SaveBar form={formId} count={changed.length} isSaving={isLoading} onDiscard={form.discard} />
    </SettingsForm>
  );
}

const MAIL_ADDRESS = { type: 'email', inputMode: 'email' } as const;
const ADDRESS = { inputMode: 'url', placeholder: 'https://' } as const;

const REVIEW_SITES = [
  ['marketing_10_first_url', 'marketing.first_url'],
  ['marketing_11_second_url', 'marketing.second_url'],
  ['marketing_12_third_url', 'marketing.third_url'],
] as const;

/** Names of the settings, for a message about several of them. */
const LABELS: Record<MarketingKey, FormatjsIntl.Message['ids']> = {
  marketing_0_reason_country: 'marketing.reason_country',
  marketing_1_enabled: 'marketing.enabled',
  marketing_2_feedback_email: 'marketing.feedback_email',
  marketing_3_first_email_enabled: 'marketing.first_enabled',
  marketing_4_second_email_enabled: 'marketing.second_enabled',
  marketing_5_sms_enabled: 'marketing.sms',
  marketing_6_first_after: 'marketing.first_after',
  marketing_7_second_after: 'marketing.second_after',
  marketing_8_second_after_days: 'marketing.days',
  marketing_9_threshold: 'marketing.threshold',
  marketing_10_first_url: 'marketing.first_url',
  marketing_11_second_url: 'marketing.second_url',
  marketing_12_third_url: 'marketing.third_url',
  marketing_13_feedback_body_text: 'marketing.body',
  marketing_14_review_body_text: 'marketing.body',
  marketing_15_feedback_subject_text: 'marketing.subject',
  marketing_16_review_subject_text: 'marketing.subject',
  marketing_17_quiet_hours: 'marketing.quiet_hours',
};
