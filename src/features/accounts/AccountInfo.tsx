import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import type { Account } from '../../contract/accounts';
import { paths } from '../../shared/paths';
import { CodeText, Facts } from '../../shared/ui/facts/Facts';
import { Moment } from '../../shared/ui/facts/Moment';
import { Section } from '../../shared/ui/page/Section';

/** An account's details and, for a reseller, the privacy fields that its disclaimers name. */
export function AccountInfo({ account }: { account: Account }) {
  return (
    <Section title="accounts.info">
      <Facts
        facts={[
          { label: 'accounts.username', value: account.username },
          { label: 'accounts.name', value: account.name },
          { label: 'accounts.email', value: account.email },
          { label: 'accounts.type', value: <FormattedMessage id={`role.${account.type}`} /> },
          { label: 'accounts.uuid', value: <CodeText text={account.uuid} /> },
          { label: 'accounts.created', value: <Moment at={account.created} /> },
          ...(account.hotspot_id === 0
            ? []
            : [
                {
                  label: 'hotspots.one' as const,
                  value: <Link to={paths.hotspot.to(account.hotspot_id)}>{account.hotspot_name || account.hotspot_id}</Link>,
                },
              ]),
          ...(account.type === 'reseller'
            ? [
                { label: 'accounts.privacy_name' as const, value: account.privacy_name },
                { label: 'accounts.privacy_vat' as const, value: account.privacy_vat },
                { label: 'accounts.privacy_address' as const, value: account.privacy_address },
                { label: 'accounts.privacy_email' as const, value: account.privacy_email },
                { label: 'accounts.privacy_dpo' as const, value: account.privacy_dpo },
                { label: 'accounts.privacy_dpo_mail' as const, value: account.privacy_dpo_mail },
              ]
            : []),
        ]}
      />
    </Section>
  );
}
