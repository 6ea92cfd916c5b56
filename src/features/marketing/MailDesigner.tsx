import { Alert } from 'antd';
import { useIntl, FormattedMessage } from 'react-intl';
import { filledSubject, MAIL_TOKENS, SAMPLE_URL, type MailLook } from '../../contract/plain/mail';
import { RichTextEditor } from '../../shared/ui/form/RichTextEditor';
import { MailPreview } from './MailPreview';
import { Field, messageIdOf, TextField, type FieldState } from './MarketingFields';
import { TestMail } from './TestMail';
import type { MailKind } from './api';
import styles from './MailDesigner.module.css';

interface MailDesignerProps {
  hotspotId: number;
  kind: MailKind;
  look: MailLook;
  /** Recipient of test mails; '' if there is none yet. */
  to: string;
  subject: FieldState;
  body: FieldState;
}

/** Subject and body of a mail, next to a preview with a button for sending a test mail. */
export function MailDesigner({ hotspotId, kind, look, to, subject, body }: MailDesignerProps) {
  const intl = useIntl();
  const hasUrl = body.value.includes(MAIL_TOKENS.url);
  const tokens = [
    {
      token: MAIL_TOKENS.url,
      label: intl.formatMessage({ id: kind === 'feedback' ? 'marketing.token_survey' : 'marketing.token_review' }),
    },
    { token: MAIL_TOKENS.hotspot, label: intl.formatMessage({ id: 'marketing.token_hotspot' }) },
  ];
  return (
    <div className={styles.designer}>
      <div>
        <TextField {...subject} label="marketing.subject" hint="marketing.subject_hint" />
        <Field {...body} label="marketing.body" hint="marketing.url_hint" group>
          <RichTextEditor
            id={body.id}
            label={intl.formatMessage({ id: 'marketing.body' })}
            value={body.value}
            onChange={(text) => body.onChange(body.name, text)}
            onBlur={() => body.onLeave(body.name)}
            tokens={tokens}
            isWrong={body.problem !== null || body.failure !== undefined}
            describedBy={messageIdOf(body.id)}
          />
        </Field>
        <div role="status">
          {!hasUrl && <Alert type="warning" showIcon role="none" title={<FormattedMessage id="marketing.no_url" />} />}
        </div>
      </div>
      <div className={styles.aside}>
        <MailPreview
          kind={kind}
          look={look}
          subject={filledSubject(subject.value, look, SAMPLE_URL[kind])}
          body={body.value}
          url={SAMPLE_URL[kind]}
        />
        <TestMail hotspotId={hotspotId} kind={kind} to={to} subject={subject.value} body={body.value} />
      </div>
    </div>
  );
}
