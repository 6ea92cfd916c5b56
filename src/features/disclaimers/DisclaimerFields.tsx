import CheckOutlined from '@ant-design/icons/CheckOutlined';
import { Button, Flex, Form, Input } from 'antd';
import { useState } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import type { Disclaimer } from '../../contract/disclaimers';
import { MAX_LENGTH, PORTAL_LANGUAGES, type PortalLanguage } from '../../contract/plain/wire';
import { LANGUAGE_NAMES } from '../../portal/texts';
import { capabilities } from '../../shared/backEnd/capabilities';
import { sanitizeHtml } from '../../shared/sanitizeHtml';
import { RichTextEditor } from '../../shared/ui/form/RichTextEditor';
import { useGetAccountQuery } from '../accounts/api';
import { useGetHotspotQuery } from '../hotspots/api';
import { filled, PLACEHOLDER_NAMES, tokenOf, type PlaceholderName } from './placeholders';
import { atMost, required } from '../../shared/ui/form/rules';
import styles from './DisclaimerFields.module.css';

export interface DisclaimerForm {
  title: string;
  type: Disclaimer['type'];
  body: string;
  /** Missing where the back end knows none and no field shows them. */
  translations?: Translations;
}

/** Translations of the body for guests, by language. */
type Translations = NonNullable<Disclaimer['translations']>;

/** Omits empty translations, because other back ends don't know the field. */
export const inLanguages = (translations: Translations = {}, before?: Disclaimer) =>
  before?.translations !== undefined || Object.keys(translations).length > 0 ? { translations } : {};

/** `hotspotId`: a hotspot that shows the disclaimer, for the preview; 0: none. */
export function TextFields({ accountId, hotspotId }: { accountId: number; hotspotId: number }) {
  /** The language of the translation being edited; null for none. */
  const [language, setLanguage] = useState<PortalLanguage | null>(null);
  return (
    <>
      <Form.Item<DisclaimerForm>
        name="title"
        label={<FormattedMessage id="disclaimers.text_title" />}
        rules={[required, atMost(MAX_LENGTH.text)]}
      >
        <Input autoComplete="off" dir="auto" />
      </Form.Item>
      <Form.Item<DisclaimerForm>
        name="body"
        label={<FormattedMessage id="disclaimers.body" />}
        extra={<FormattedMessage id="disclaimers.body_hint" />}
        rules={[required, atMost(MAX_LENGTH.html)]}
      >
        <BodyEditor />
      </Form.Item>
      {capabilities().canEditDisclaimers && (
        <Form.Item<DisclaimerForm>
          name="translations"
          label={<FormattedMessage id="disclaimers.translations" />}
          extra={<FormattedMessage id="disclaimers.translations_hint" />}
          rules={[
            {
              validator: (_, translations: Translations) =>
                Object.values(translations).some((html) => html.length > MAX_LENGTH.html)
                  ? Promise.reject(new Error('too long'))
                  : Promise.resolve(),
              message: <FormattedMessage id="form.too_long" values={{ max: MAX_LENGTH.html }} />,
            },
          ]}
        >
          <TranslationsEditor language={language} onLanguage={setLanguage} />
        </Form.Item>
      )}
      <Preview accountId={accountId} hotspotId={hotspotId} language={language} />
    </>
  );
}

export const writtenIn = (translations: Translations) => PORTAL_LANGUAGES.filter((language) => (translations[language] ?? '') !== '');

interface TranslationsEditorProps {
  language: PortalLanguage | null;
  onLanguage: (language: PortalLanguage | null) => void;
  /** Injected by antd's Form.Item. */
  id?: string;
  value?: Translations;
  onChange?: (translations: Translations) => void;
  onBlur?: () => void;
  'aria-describedby'?: string;
}

/** Edits translations, one language at a time; none until a language is chosen. */
function TranslationsEditor({
  language,
  onLanguage,
  id = '',
  value = {},
  onChange = () => undefined,
  onBlur = () => undefined,
  ...aria
}: TranslationsEditorProps) {
  const intl = useIntl();
  const written = writtenIn(value);
  return (
    <Flex vertical gap={8}>
      <Flex wrap gap={8} role="group" aria-label={intl.formatMessage({ id: 'disclaimers.translations' })}>
        {PORTAL_LANGUAGES.map((one) => (
          <Button
            key={one}
            size="small"
            type={one === language ? 'primary' : 'default'}
            aria-pressed={one === language}
            icon={written.includes(one) ? <CheckOutlined aria-hidden /> : undefined}
            onClick={() => onLanguage(one === language ? null : one)}
          >
            <span lang={one}>{LANGUAGE_NAMES[one]}</span>
            {written.includes(one) && (
              <span className="only-heard">
                <FormattedMessage id="disclaimers.translated" />
              </span>
            )}
          </Button>
        ))}
      </Flex>
      {language !== null && (
        <RichTextEditor
          key={language}
          id={id}
          label={`${intl.formatMessage({ id: 'disclaimers.body' })} – ${LANGUAGE_NAMES[language]}`}
          value={value[language] ?? ''}
          onChange={(html) => onChange(withText(value, language, html))}
          onBlur={onBlur}
          describedBy={aria['aria-describedby']}
          tokens={tokensIn(intl)}
        />
      )}
    </Flex>
  );
}

function withText(translations: Translations, language: PortalLanguage, html: string): Translations {
  const { [language]: _before, ...others } = translations;
  return html === '' ? others : { ...others, [language]: html };
}

interface BodyEditorProps {
  /** Injected by antd's Form.Item. */
  id?: string;
  value?: string;
  onChange?: (html: string) => void;
  onBlur?: () => void;
  'aria-describedby'?: string;
}

function BodyEditor({ id = '', value = '', onChange = () => undefined, onBlur = () => undefined, ...aria }: BodyEditorProps) {
  const intl = useIntl();
  const { status } = Form.Item.useStatus();
  return (
    <RichTextEditor
      id={id}
      label={intl.formatMessage({ id: 'disclaimers.body' })}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      isWrong={status === 'error'}
      describedBy={aria['aria-describedby']}
      tokens={tokensIn(intl)}
    />
  );
}

const tokensIn = (intl: IntlShape) =>
  PLACEHOLDER_NAMES.map((name) => ({ token: tokenOf(name), label: intl.formatMessage({ id: `placeholder.${name}` }) }));

/**
 * The text as guests of a language see it: the translation, or the body if there is none, with the placeholders of the reseller and of a
 * hotspot that shows it filled in.
 */
function Preview({ accountId, hotspotId, language }: { accountId: number; hotspotId: number; language: PortalLanguage | null }) {
  const intl = useIntl();
  const { data: account } = useGetAccountQuery(accountId);
  const form = Form.useFormInstance<DisclaimerForm>();
  const body = (Form.useWatch('body', form) as string | undefined) ?? '';
  const translations = Form.useWatch('translations', form) ?? {};
  const version = language === null ? undefined : translations[language];
  const { data: hotspot } = useGetHotspotQuery(hotspotId, { skip: hotspotId === 0 });
  const nothing = (name: PlaceholderName) => `‹${intl.formatMessage({ id: `placeholder.${name}` })}›`;
  return (
    <section aria-label={intl.formatMessage({ id: 'disclaimers.preview' })}>
      <h3 className={styles.previewTitle}>
        <FormattedMessage id="disclaimers.preview" />
      </h3>
      <div
        className={styles.textPreview}
        lang={version === undefined ? undefined : (language ?? undefined)}
        dangerouslySetInnerHTML={{ __html: sanitizeHtml(filled(version ?? body, { ...account, ...hotspot }, nothing)) }}
      />
    </section>
  );
}
