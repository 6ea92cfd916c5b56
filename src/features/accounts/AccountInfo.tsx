import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import { ACCOUNT_FIELDS, PRIVACY_FIELDS } from '../../contract/plain/accountFields';
import type { Account } from '../../contract/accounts';
import { namesOf } from '../../contract/plain/fields';
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
          ...namesOf(ACCOUNT_FIELDS).map((field) => ({ label: `accounts.${field}` as const, value: account[field] })),
          { label: 'accounts.type', value: <FormattedMessage id={`role.${account.type}`} /> },
          ...(account.second_factor === undefined
            ? []
            : [
                {
                  label: 'second_factor.title' as const,
                  value: <FormattedMessage id={account.second_factor ? 'second_factor.there' : 'second_factor.none'} />,
                },
              ]),
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
            ? namesOf(PRIVACY_FIELDS).map((field) => ({ label: `accounts.${field}` as const, value: account[field] }))
            : []),
        ]}
      />
    </Section>
  );
}
