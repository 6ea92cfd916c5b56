import { Table, Typography, type TableColumnsType } from 'antd';
import { FormattedDisplayName, FormattedMessage } from 'react-intl';
import type { GuestConsent } from '../../contract/guests';
import { sanitizeHtml } from '../../shared/sanitizeHtml';
import { Moment } from '../../shared/ui/facts/Moment';
import { Section } from '../../shared/ui/page/Section';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { classes } from '../../shared/ui/plain/classes';

export const PURPOSES = {
  terms: 'guests.consent_terms',
  privacy: 'guests.consent_privacy',
  marketing: 'guests.consent_marketing',
  survey: 'guests.consent_survey',
} as const satisfies Record<GuestConsent['purpose'], string>;

const COLUMNS: TableColumnsType<GuestConsent & { key: number }> = [
  { key: 'at', title: <FormattedMessage id="guests.consent_at" />, render: (_, { at }) => <Moment at={at} /> },
  {
    key: 'purpose',
    title: <FormattedMessage id="guests.consent_to" />,
    render: (_, { purpose }) => <FormattedMessage id={PURPOSES[purpose]} />,
  },
  {
    key: 'given',
    title: <FormattedMessage id="guests.consent_state" />,
    render: (_, consent) => <FormattedMessage id={stateOf(consent)} />,
  },
  {
    key: 'language',
    title: <FormattedMessage id="guests.consent_language" />,
    render: (_, { language }) => language !== '' && <FormattedDisplayName type="language" value={language} />,
  },
];

function stateOf({ given, source }: GuestConsent) {
  if (!given) return 'guests.consent_withdrawn';
  return source === 'older_system' ? 'guests.consent_older' : 'guests.consent_given';
}

/** What a guest agreed to, with the text shown at that time. That text is unknown for consents taken over from an older system. */
export function GuestConsents({ consents }: { consents: readonly GuestConsent[] }) {
  return (
    <Section title="guests.consents">
      <Table
        size="small"
        pagination={false}
        columns={COLUMNS}
        dataSource={consents.map((consent, key) => ({ ...consent, key }))}
        expandable={{
          rowExpandable: ({ text }) => text !== '',
          expandedRowRender: ({ text, text_language: language }) => (
            <>
              {language !== '' && (
                <Typography.Paragraph type="secondary" className={classes(spacingStyles.below8)}>
                  <FormattedMessage
                    id="guests.consent_text_in"
                    values={{ language: <FormattedDisplayName type="language" value={language} /> }}
                  />
                </Typography.Paragraph>
              )}
              <div lang={language === '' ? undefined : language} dangerouslySetInnerHTML={{ __html: sanitizeHtml(text) }} />
            </>
          ),
        }}
        scroll={{ x: 'max-content' }}
      />
    </Section>
  );
}
