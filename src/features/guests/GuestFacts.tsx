import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import { OTHER_GUEST_FIELDS } from '../../contract/plain/guestFields';
import type { GuestDetails } from '../../contract/guests';
import { paths } from '../../shared/paths';
import { AccountType } from '../../shared/ui/facts/AccountType';
import { Facts } from '../../shared/ui/facts/Facts';
import { Moment } from '../../shared/ui/facts/Moment';
import { Section } from '../../shared/ui/page/Section';
import { useGetHotspotQuery } from '../hotspots/api';
import { Bandwidth } from './Bandwidth';
import { CountryName } from './CountryName';
import { Reason } from './Reason';
import { YesNo } from './YesNo';
import styles from './GuestFacts.module.css';

/** What is known about a guest: their access, who they are, what they agreed to. */
export function GuestFacts({ guest }: { guest: GuestDetails }) {
  const { data: hotspot } = useGetHotspotQuery(guest.hotspot_id);
  return (
    <div className={styles.factGroups}>
      <Section title="guests.access">
        <Facts
          facts={[
            { label: 'guests.valid_from', value: <Moment at={guest.valid_from} zone={guest.zone} /> },
            {
              label: 'guests.valid_until',
              value:
                guest.unused === true ? (
                  <FormattedMessage id="guests.from_first_use" />
                ) : (
                  <Moment at={guest.valid_until} zone={guest.zone} />
                ),
            },
            { label: 'guests.kbps_down', value: <Bandwidth kbps={guest.kbps_down} /> },
            { label: 'guests.kbps_up', value: <Bandwidth kbps={guest.kbps_up} /> },
            { label: 'guests.account_type', value: <AccountType type={guest.account_type} /> },
            { label: 'guests.auto_login', value: <YesNo value={guest.auto_login} /> },
            {
              label: 'guests.hotspot',
              value: <Link to={paths.hotspot.to(guest.hotspot_id)}>{hotspot?.name ?? String(guest.hotspot_id)}</Link>,
            },
          ]}
        />
      </Section>
      <Section title="guests.identity">
        <Facts
          facts={[
            { label: 'guests.name', value: guest.name },
            { label: 'guests.username', value: guest.username },
            ...OTHER_GUEST_FIELDS.map((field) => ({ label: `guests.${field}` as const, value: guest[field] })),
            { label: 'guests.email_verified', value: <YesNo value={guest.email_verified} /> },
            { label: 'guests.country', value: <CountryName code={guest.country} /> },
            { label: 'guests.reason', value: <Reason reason={guest.reason} isWritten /> },
            { label: 'guests.created', value: <Moment at={guest.created} /> },
          ]}
        />
      </Section>
      <Section title="guests.consent">
        <Facts
          facts={[
            { label: 'guests.marketing_auth', value: <YesNo value={guest.marketing_auth} /> },
            { label: 'guests.survey_auth', value: <YesNo value={guest.survey_auth} /> },
          ]}
        />
      </Section>
    </div>
  );
}
