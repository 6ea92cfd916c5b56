import { Alert, Form, Select } from 'antd';
import { memo, useDeferredValue, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { PORTAL_LANGUAGES, type PortalLanguage } from '../../contract/plain/wire';
import { TEXT_STYLES, TRANSLATED_TEXTS, translationKey, type TranslatedText } from '../../contract/plain/hotspotPreferences';
import { LANGUAGE_NAMES } from '../../portal/texts';
import { capabilities } from '../../shared/backEnd/capabilities';
import { ColourField } from './ColourField';
import { lowContrastOf } from './contrast';
import { changesOf, type Edits, type LookAction } from './lookEdits';
import { fontFamilyOf } from '../../portal/fonts';
import { CAPTIVE_KEYS, type CaptiveKey, type Look } from '../../portal/portalLook';
import { otherKeysOf, problemOf } from './portalLook';
import { PictureField } from '../../shared/ui/form/PictureField';
import { TypedInput } from './TypedInput';
import styles from './LookFields.module.css';
import { classes } from '../../shared/ui/plain/classes';

type MessageId = FormatjsIntl.Message['ids'];

interface Field {
  label: MessageId;
  help?: MessageId;
  kind: 'line' | 'address' | 'text' | 'colour' | 'text_style' | { longestSide: number };
}

const FIELDS: Record<CaptiveKey, Field> = {
  captive_1_redir: { label: 'captive.redirect', help: 'captive.redirect_help', kind: 'address' },
  captive_2_title: { label: 'captive.portal_title', kind: 'line' },
  captive_3_logo: { label: 'captive.logo', kind: { longestSide: 512 } },
  captive_4_subtitle: { label: 'captive.subtitle', kind: 'line' },
  captive_5_banner: { label: 'captive.banner', kind: { longestSide: 1280 } },
  captive_6_description: { label: 'captive.description', kind: 'text' },
  captive_7_background: { label: 'captive.background', kind: 'colour' },
  captive_81_bg_image: { label: 'captive.bg_image', kind: { longestSide: 1920 } },
  captive_82_container_bg_color: { label: 'captive.container_color', kind: 'colour' },
  captive_83_title_color: { label: 'captive.title_color', kind: 'colour' },
  captive_84_text_color: { label: 'captive.text_color', kind: 'colour' },
  captive_85_text_style: { label: 'captive.text_style', kind: 'text_style' },
};

interface LookFieldsProps {
  /** Prefix of field ids, used to focus the first invalid one. */
  formId: string;
  stored: Look;
  look: Look;
  edits: Edits;
  /** Key being typed or dragged. */
  open: string | null;
  /** Keys the server refused at the last save. */
  notSaved: readonly string[];
  onAction: (action: LookAction) => void;
  /** Called when a text in this language is about to be edited. */
  onLanguage: (language: PortalLanguage) => void;
}

/** All fields of the portal's look, in the order of CPT-03. */
export function LookFields({ formId, stored, look, edits, open, notSaved, onAction, onLanguage }: LookFieldsProps) {
  const changed = changesOf(stored, edits).map(({ key }) => key);
  // Deferred, so that typing a text doesn't wait for its translations to show it.
  const untranslated = useDeferredValue(look);
  const field = (name: string, about: Partial<Field> & { language?: PortalLanguage; placeholder?: string }) => (
    <LookField
      key={name}
      id={fieldId(formId, name)}
      name={name}
      help={about.help}
      kind={about.kind ?? 'text'}
      language={about.language}
      placeholder={about.placeholder}
      onLanguage={onLanguage}
      value={look[name] ?? ''}
      isChanged={changed.includes(name)}
      isOpen={open === name}
      isNotSaved={notSaved.includes(name)}
      onAction={onAction}
    />
  );
  return (
    <>
      {CAPTIVE_KEYS.flatMap((name) => [
        field(name, FIELDS[name]),
        isTranslated(name) &&
          (capabilities().canAddPreferences || PORTAL_LANGUAGES.some((one) => stored[translationKey(name, one)] !== '')) && (
            <InLanguages key={`${name} languages`} written={PORTAL_LANGUAGES.filter((one) => look[translationKey(name, one)] !== '')}>
              {PORTAL_LANGUAGES.map((language) =>
                field(translationKey(name, language), { ...FIELDS[name], language, placeholder: untranslated[name] }),
              )}
            </InLanguages>
          ),
        (name === 'captive_83_title_color' || name === 'captive_84_text_color') && (
          <ContrastNote key={`${name} read`} look={look} name={name} />
        ),
      ])}
      {otherKeysOf(look).map((name) => field(name, {}))}
    </>
  );
}

const isTranslated = (name: CaptiveKey): name is TranslatedText => TRANSLATED_TEXTS.some((one) => one === name);

/** A text's translations for guests; folded if there are none. */
function InLanguages({ written, children }: { written: readonly PortalLanguage[]; children: ReactNode }) {
  const intl = useIntl();
  // Only the initial state counts: clearing the last translation must not fold the section while it is being edited.
  const [wasWritten] = useState(written.length > 0);
  return (
    <details className={classes(styles.languages)} open={wasWritten}>
      <summary>
        <FormattedMessage
          id="captive.in_languages"
          values={{ count: written.length, languages: intl.formatList(written.map((one) => LANGUAGE_NAMES[one])) }}
        />
      </summary>
      {children}
    </details>
  );
}

const fieldId = (formId: string, name: string) => `${formId}-${name}`;

/** A field's name: its label, with the language if it is a translation; the key itself if only another back end knows it. */
export function fieldName(intl: IntlShape, key: string): string {
  const version = translationOf(key);
  const text = version?.text ?? key;
  const name = text in FIELDS ? intl.formatMessage({ id: FIELDS[text as CaptiveKey].label }) : text;
  return version ? `${name} – ${LANGUAGE_NAMES[version.language]}` : name;
}

/** The text and language of a translation's key; null for other keys. */
function translationOf(key: string): { text: TranslatedText; language: PortalLanguage } | null {
  const all = TRANSLATED_TEXTS.flatMap((text) => PORTAL_LANGUAGES.map((language) => ({ text, language })));
  return all.find(({ text, language }) => translationKey(text, language) === key) ?? null;
}

const ADDRESS = { type: 'url', inputMode: 'url', spellCheck: false } as const;

interface LookFieldProps {
  id: string;
  name: string;
  help: MessageId | undefined;
  kind: Field['kind'];
  /** The language, if the field is a translation. */
  language: PortalLanguage | undefined;
  placeholder: string | undefined;
  onLanguage: (language: PortalLanguage) => void;
  value: string;
  isChanged: boolean;
  /** Whether it is being edited: errors aren't shown until it settles. */
  isOpen: boolean;
  isNotSaved: boolean;
  onAction: (action: LookAction) => void;
}

/** Memoised: typing into one field must not re-render the others. */
const LookField = memo(function LookField(props: LookFieldProps) {
  const { id, name, help, kind, language, placeholder, onLanguage, value, isChanged, isOpen, isNotSaved, onAction } = props;
  const intl = useIntl();
  const called = fieldName(intl, name);
  const problem = isChanged && !isOpen ? problemOf(name, value) : null;
  const isWrong = problem !== null || isNotSaved;
  const change = (next: string) => onAction({ type: 'changed', key: name, value: next });
  const settle = () => onAction({ type: 'settled' });
  /** Unlike typing, a choice is an undo step of its own. */
  const choose = (next: string) => {
    change(next);
    settle();
  };
  let control: ReactNode;
  if (typeof kind === 'object') {
    control = <PictureField id={id} value={value} name={called} longestSide={kind.longestSide} onChange={choose} />;
  } else if (kind === 'colour') {
    const hasOpacity = name === 'captive_82_container_bg_color';
    control = (
      <ColourField id={id} value={value} name={called} hasOpacity={hasOpacity} isWrong={isWrong} onChange={change} onSettle={settle} />
    );
  } else if (kind === 'text_style') {
    control = (
      <Select<string>
        id={id}
        value={value}
        onChange={choose}
        options={TEXT_STYLES.map((style) => ({ value: style, label: <span style={{ fontFamily: fontFamilyOf(style) }}>{style}</span> }))}
      />
    );
  } else {
    control = (
      <TypedInput
        id={id}
        value={value}
        isWrong={isWrong}
        isLong={kind === 'text'}
        onChange={change}
        onSettle={settle}
        placeholder={placeholder}
        language={language}
        onFocus={language && (() => onLanguage(language))}
        {...(kind === 'address' && { as: ADDRESS })}
      />
    );
  }
  const wrong = problem ? <FormattedMessage id={problem.id} values={problem.values} /> : <FormattedMessage id="captive.not_saved_field" />;
  return (
    <Form.Item
      label={called}
      htmlFor={id}
      validateStatus={isWrong ? 'error' : ''}
      help={isWrong ? <span id={`${id}-help`}>{wrong}</span> : undefined}
      extra={
        help && !isWrong ? (
          <span id={`${id}-help`}>
            <FormattedMessage id={help} />
          </span>
        ) : undefined
      }
    >
      {control}
    </Form.Item>
  );
});

/** Warns about text with too little contrast (WCAG AA). */
function ContrastNote({ look, name }: { look: Look; name: Parameters<typeof lowContrastOf>[1] }) {
  const low = lowContrastOf(look, name);
  return (
    <div role="status">
      {low && (
        <Alert
          type="warning"
          showIcon
          role="none"
          className={classes(styles.contrast)}
          title={
            <FormattedMessage
              id={name === 'captive_83_title_color' ? 'captive.title_hard_to_read' : 'captive.text_hard_to_read'}
              values={{ ratio: low.ratio, needed: low.needed }}
            />
          }
        />
      )}
    </div>
  );
}
