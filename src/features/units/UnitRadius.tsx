import { Alert, Flex } from 'antd';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import type { UnitRadius as Told } from '../../contract/units';
import { formatDuration } from '../../shared/format/durations';
import { paths } from '../../shared/paths';
import { CodeText, Facts } from '../../shared/ui/Facts';
import { Moment } from '../../shared/ui/Moment';
import { Section } from '../../shared/ui/Section';
import { unitKindName } from './unitKinds';

/** Seconds by which a unit's clock may be off before that is said: reports are then dated by their arrival. */
const CLOCK_OFF = 120;

interface UnitRadiusProps {
  unitId: number;
  radius: Told;
  /** Running sessions. */
  sessions: number;
}

/** How a unit is doing at RADIUS, and what is wrong there. */
export function UnitRadius({ unitId, radius: { kind, address, may_be_unsigned, heard, refused }, sessions }: UnitRadiusProps) {
  const intl = useIntl();
  const nameOf = (one: NonNullable<typeof heard>['kind']) => unitKindName(one, intl.formatMessage({ id: 'units.type_generic' }));
  const ahead = heard?.clock_ahead ?? 0;
  const isClockOff = Math.abs(ahead) > CLOCK_OFF;
  return (
    <Section title="units.radius">
      <Facts
        facts={[
          { label: 'units.heard', value: heard ? <Moment at={heard.at} /> : <FormattedMessage id="units.not_heard" /> },
          { label: 'units.address', value: <CodeText text={heard?.address ?? ''} /> },
          { label: 'units.fixed_address', value: <CodeText text={address} /> },
          { label: 'units.type', value: kind !== '' ? nameOf(kind) : heard ? <Recognised name={nameOf(heard.kind)} /> : '' },
          { label: 'units.software', value: heard?.software ?? '' },
          { label: 'units.sessions_now', value: <Link to={paths.sessions.ofUnit(unitId)}>{intl.formatNumber(sessions)}</Link> },
        ]}
      />
      <Flex vertical gap={8} style={{ marginBlockStart: may_be_unsigned || isClockOff || refused.length > 0 ? 12 : 0 }}>
        {may_be_unsigned && (
          <Alert
            type="warning"
            showIcon
            title={<FormattedMessage id="units.unsigned_warning" values={{ address: <bdi>{address}</bdi> }} />}
          />
        )}
        {isClockOff && (
          <Alert
            type="warning"
            showIcon
            title={
              <FormattedMessage
                id={ahead > 0 ? 'units.clock_ahead' : 'units.clock_behind'}
                values={{ time: formatDuration(Math.round(Math.abs(ahead) / 60) * 60) }}
              />
            }
          />
        )}
        {refused.length > 0 && (
          <Alert
            type="warning"
            showIcon
            title={<FormattedMessage id="units.refused" />}
            description={
              <ul style={{ margin: 0, paddingInlineStart: 20 }}>
                {refused.map(({ address: sender, outcome, packets: count, last }) => (
                  <li key={`${sender} ${outcome}`}>
                    <FormattedMessage
                      id={outcome === 'not_signed' ? 'units.refused_unsigned' : 'units.refused_secret'}
                      values={{ count, address: <bdi>{sender}</bdi>, last: <Moment at={last} /> }}
                    />
                  </li>
                ))}
              </ul>
            }
          />
        )}
      </Flex>
    </Section>
  );
}

function Recognised({ name }: { name: string }) {
  return <FormattedMessage id="units.type_recognised" values={{ name }} />;
}
