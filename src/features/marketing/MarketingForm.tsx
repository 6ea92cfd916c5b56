import { StarFilled } from '@ant-design/icons';
import { Alert, App, Flex, Form, Radio } from 'antd';
import { useId, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MailLook } from '../../contract/mail';
import { SECOND_AFTER } from '../../contract/wire';
import { LeaveGuard } from '../../shared/ui/LeaveGuard';
import { SaveBar } from '../../shared/ui/SaveBar';
import { Section } from '../../shared/ui/Section';
import { MailDesigner } from './MailDesigner';
import { ChoiceField, NumberField, SwitchField, TextField, type FieldState } from './MarketingFields';
import { changedKeys, isOffered, problemOf, shownSettings, wrongKeys, type MarketingKey, type Settings, type Typed } from './marketingForm';
import { useSaveMarketingSettingsMutation, type MailKind, type NotSaved } from './api';

interface MarketingFormProps {
  hotspotId: number;
  stored: Readonly<Partial<Record<string, string>>>;
  look: MailLook;
}

/** A hotspot's feedback e-mails. Holds only what was typed, also in fields a switch hides; refused values stay in theirs, marked. */
export function MarketingForm({ hotspotId, stored, look }: MarketingFormProps) {
  const intl = useIntl();
  const { message } = App.useApp();
  const formId = useId();
  const [typed, setTyped] = useState<Typed>({});
  const [left, setLeft] = useState<ReadonlySet<MarketingKey>>(new Set());
  const [notSaved, setNotSaved] = useState<NotSaved>({});
  const [save, { isLoading }] = useSaveMarketingSettingsMutation();
  const isSending = useRef(false);
  const shown = shownSettings(stored);
  const settings: Settings = { ...shown, ...typed };
  const changed = changedKeys(shown, typed);
  const failures = changed.filter((key) => notSaved[key] !== undefined).length;

  const idOf = (key: MarketingKey) => `${formId}${key}`;
  const focus = (key: MarketingKey | undefined) => {
    if (key !== undefined) document.getElementById(idOf(key))?.focus();
  };
  const leave = (...keys: MarketingKey[]) => setLeft((before) => new Set([...before, ...keys]));
  const change = (key: MarketingKey, value: string) => {
    setTyped((before) => ({ ...before, [key]: value }));
    setNotSaved((before) => without(before, [key]));
  };

  const saveAll = async () => {
    const sent = typed;
    const wrong = wrongKeys(shown, sent);
    if (wrong.length > 0) {
      leave(...wrong);
      focus(wrong[0]);
      return;
    }
    const changes = changed.map((key) => ({ key, value: settings[key] }));
    const { data: refused = {} } = await save({ id: hotspotId, changes });
    const taken = changed.filter((key) => refused[key] === undefined);
    setNotSaved(refused);
    // Keep what was typed while saving.
    setTyped((now) =>
      without(
        now,
        taken.filter((key) => now[key] === sent[key]),
      ),
    );
    if (taken.length === changed.length) void message.success(intl.formatMessage({ id: 'marketing.saved' }));
    else focus(changed.find((key) => refused[key] !== undefined));
  };
  const saveOnce = async () => {
    // The spinner renders a frame later; a second Enter could slip in before it.
    if (isSending.current) return;
    isSending.current = true;
    await saveAll();
    isSending.current = false;
  };
  const discard = () => {
    setTyped({});
    setLeft(new Set());
    setNotSaved({});
  };

  const field = (key: MarketingKey): FieldState => ({
    id: idOf(key),
    value: settings[key],
    problem: left.has(key) ? problemOf(key, settings) : null,
    failure: changed.includes(key) ? notSaved[key] : undefined,
    onChange: (value) => change(key, value),
    onLeave: () => leave(key),
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
    <Form id={formId} layout="vertical" onFinish={() => void saveOnce()}>
      <LeaveGuard isDirty={changed.length > 0} />
      <Flex vertical gap={16}>
        <Section title="marketing.asking">
          <SwitchField {...field('marketing_0_reason_country')} label="marketing.reason_country" />
          <SwitchField {...field('marketing_1_enabled')} label="marketing.enabled" hint="marketing.enabled_hint" />
          {offered(
            'marketing_2_feedback_email',
            <div className="one-column">
              <TextField
                {...field('marketing_2_feedback_email')}
                label="marketing.feedback_email"
                hint="marketing.feedback_email_hint"
                as={{ type: 'email', inputMode: 'email' }}
                isRequired
              />
            </div>,
          )}
          {offered(
            'marketing_5_sms_enabled',
            <SwitchField {...field('marketing_5_sms_enabled')} label="marketing.sms" hint="marketing.sms_hint" />,
          )}
        </Section>
        {offered(
          'marketing_3_first_email_enabled',
          <Section title="marketing.first_mail">
            <SwitchField {...field('marketing_3_first_email_enabled')} label="marketing.first_enabled" />
            {offered(
              'marketing_6_first_after',
              <>
                <div className="one-column">
                  <NumberField
                    {...field('marketing_6_first_after')}
                    label="marketing.first_after"
                    hint="marketing.first_after_hint"
                    unit="preferences.minutes"
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
                    style={{ color: stars <= Number(settings.marketing_9_threshold) ? 'var(--warning)' : 'var(--textSoft)' }}
                  />{' '}
                  {stars}
                </Radio.Button>
              ))}
            </ChoiceField>
            <div className="form-columns">
              {REVIEW_SITES.map(([key, label]) => (
                <TextField key={key} {...field(key)} label={label} as={{ inputMode: 'url', placeholder: 'https://' }} />
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
                  <div className="one-column">
                    <NumberField {...field('marketing_8_second_after_days')} label="marketing.days" unit="preferences.days" isRequired />
                  </div>,
                )}
                {designer('review', 'marketing_16_review_subject_text', 'marketing_14_review_body_text')}
              </>,
            )}
          </Section>,
        )}
        {failures > 0 && (
          <Alert type="error" showIcon role="alert" title={<FormattedMessage id="preferences.not_saved" values={{ count: failures }} />} />
        )}
      </Flex>
      <SaveBar form={formId} count={changed.length} isSaving={isLoading} onDiscard={discard} />
    </Form>
  );
}

const REVIEW_SITES = [
  ['marketing_10_first_url', 'marketing.first_url'],
  ['marketing_11_second_url', 'marketing.second_url'],
  ['marketing_12_third_url', 'marketing.third_url'],
] as const;

function without<V>(values: Readonly<Partial<Record<string, V>>>, keys: readonly string[]): Record<string, V> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key))) as Record<string, V>;
}
