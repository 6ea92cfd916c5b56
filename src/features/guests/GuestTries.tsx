import { FormattedMessage } from 'react-intl';
import type { GuestDetails } from '../../contract/guests';
import { Moment } from '../../shared/ui/facts/Moment';
import { RefusalReason } from '../../shared/ui/feedback/RefusalReason';
import { Section } from '../../shared/ui/page/Section';
import { useGuestAccess } from './useGuestAccess';

/** A guest's latest refused attempts to get online, if there were any. */
export function GuestTries({ guest }: { guest: GuestDetails }) {
  const { access } = useGuestAccess(guest);
  if (!access || access.tries.length === 0) return null;
  return (
    <Section title="guests.tries">
      <ul className="plain-list">
        {access.tries.map(({ at, unit_name, device_mac, refusal }) => (
          <li key={`${at ?? ''} ${device_mac}`} style={{ overflowWrap: 'anywhere' }}>
            <FormattedMessage
              id="guests.try"
              values={{ moment: <Moment at={at} isShort />, unit: <bdi>{unit_name || '–'}</bdi>, reason: <RefusalReason code={refusal} /> }}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
