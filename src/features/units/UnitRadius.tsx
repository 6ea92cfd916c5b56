import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import type { LiveUnit, UnitRadius as RadiusState } from '../../contract/units';
import { paths } from '../../shared/paths';
import { CodeText, Facts } from '../../shared/ui/facts/Facts';
import { Moment } from '../../shared/ui/facts/Moment';
import { Section } from '../../shared/ui/page/Section';
import { unitKindName } from './unitKinds';
import { UnitWarnings } from './UnitWarnings';

interface UnitRadiusProps {
  unit: LiveUnit;
  radius: RadiusState;
}

/** A unit's RADIUS status and problems. */
export function UnitRadius({ unit: { id, activity }, radius }: UnitRadiusProps) {
  const { kind, address, heard: contact } = radius;
  // A session also shows that the unit was heard, even if that wasn't recorded for the unit itself.
  const last = activity?.last_seen ?? contact?.at;
  const intl = useIntl();
  const nameOf = (one: NonNullable<typeof contact>['kind']) => unitKindName(one, intl.formatMessage({ id: 'units.type_generic' }));
  return (
    <Section title="units.radius">
      <Facts
        facts={[
          { label: 'units.heard', value: last ? <Moment at={last} /> : <FormattedMessage id="units.not_heard" /> },
          { label: 'units.address', value: <CodeText text={contact?.address ?? ''} /> },
          { label: 'units.fixed_address', value: <CodeText text={address} /> },
          { label: 'units.type', value: kind !== '' ? nameOf(kind) : contact ? <Recognised name={nameOf(contact.kind)} /> : '' },
          { label: 'units.software', value: contact?.software ?? '' },
          { label: 'units.sessions_now', value: <Link to={paths.sessions.ofUnit(id)}>{intl.formatNumber(activity?.sessions ?? 0)}</Link> },
        ]}
      />
      <UnitWarnings radius={radius} />
    </Section>
  );
}

function Recognised({ name }: { name: string }) {
  return <FormattedMessage id="units.type_recognised" values={{ name }} />;
}
