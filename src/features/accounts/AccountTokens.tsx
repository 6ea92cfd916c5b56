import { Typography } from 'antd';
import { FormattedMessage } from 'react-intl';
import type { Account } from '../../contract/accounts';
import { Section } from '../../shared/ui/page/Section';
import spacingStyles from '../../shared/ui/page/spacing.module.css';

/** An account's API tokens by description; their values are never shown (ACC-07). */
export function AccountTokens({ tokens }: { tokens: Account['tokens'] }) {
  return (
    <Section title="accounts.tokens">
      {tokens.length === 0 ? (
        <Typography.Text type="secondary">
          <FormattedMessage id="accounts.no_tokens" />
        </Typography.Text>
      ) : (
        <ul className={spacingStyles.bullets}>
          {tokens.map(({ description }, at) => (
            <li key={at}>{description === '' ? <FormattedMessage id="accounts.unnamed_token" /> : <bdi>{description}</bdi>}</li>
          ))}
        </ul>
      )}
    </Section>
  );
}
